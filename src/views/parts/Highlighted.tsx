import { Fragment, type ReactNode } from 'react';
import bash from 'refractor/bash';
import { refractor } from 'refractor/core';
import csharp from 'refractor/csharp';
import dart from 'refractor/dart';
import gdscript from 'refractor/gdscript';
import go from 'refractor/go';
import java from 'refractor/java';
import javascript from 'refractor/javascript';
import jsx from 'refractor/jsx';
import kotlin from 'refractor/kotlin';
import markup from 'refractor/markup';
import python from 'refractor/python';
import ruby from 'refractor/ruby';
import rust from 'refractor/rust';
import sql from 'refractor/sql';
import swift from 'refractor/swift';
import { css } from 'styled-system/css';

const grammars = {
  bash,
  csharp,
  dart,
  gdscript,
  go,
  java,
  javascript,
  jsx,
  kotlin,
  markup,
  python,
  ruby,
  rust,
  sql,
  swift,
};
for (const grammar of Object.values(grammars)) refractor.register(grammar);

/** A language that can be told apart by its tokens. */
export type Grammar = keyof typeof grammars;

const keyword = css({ color: 'syntaxKeyword' });
const string = css({ color: 'syntaxString' });
const number = css({ color: 'syntaxNumber' });
const type = css({ color: 'syntaxType' });
const comment = css({ color: 'syntaxComment' });
const operator = css({ color: 'syntaxOperator' });

/** Prism's kinds of tokens; others look like names. */
const colors: Readonly<Record<string, string>> = {
  keyword,
  boolean: number,
  number,
  string,
  'template-string': string,
  'string-literal': string,
  'attr-value': string,
  url: string,
  'class-name': type,
  builtin: type,
  function: type,
  tag: type,
  'attr-name': type,
  comment,
  operator,
  punctuation: operator,
};

type Node = ReturnType<typeof refractor.highlight>['children'][number];

function drawn(node: Node, index: number): ReactNode {
  if (node.type === 'text') return <Fragment key={index}>{node.value}</Fragment>;
  if (node.type !== 'element') return null;
  const kinds = node.properties['className'];
  const color = Array.isArray(kinds) ? kinds.map((kind) => colors[kind]).findLast((known) => known) : undefined;
  return (
    <span key={index} className={color}>
      {node.children.map((child, position) => drawn(child as Node, position))}
    </span>
  );
}

/** Code with its tokens in color. */
export default function Highlighted({ code, grammar }: { code: string; grammar: Grammar }) {
  return refractor.highlight(code, grammar).children.map(drawn);
}
