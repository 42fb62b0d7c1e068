import bash from 'refractor/bash';
import { refractor } from 'refractor/core';
import javascript from 'refractor/javascript';
import json from 'refractor/json';
import sql from 'refractor/sql';
import { escapeHtml } from './escapeHtml.ts';

const grammars = { bash, javascript, json, sql };
for (const grammar of Object.values(grammars)) refractor.register(grammar);

type Node = ReturnType<typeof refractor.highlight>['children'][number];

function htmlOf(node: Node): string {
  if (node.type === 'text') return escapeHtml(node.value);
  if (node.type !== 'element') return '';
  const kinds = node.properties['className'];
  const content = node.children.map((child) => htmlOf(child as Node)).join('');
  return Array.isArray(kinds) ? `<span class="${escapeHtml(kinds.join(' '))}">${content}</span>` : content;
}

/** Code as HTML, its tokens in spans with Prism's classes; a language without a grammar stays plain. */
export const highlight = (code: string, language: string): string =>
  language in grammars ? refractor.highlight(code, language).children.map(htmlOf).join('') : escapeHtml(code);
