import { Fragment } from 'react';
import { css } from 'styled-system/css';

const colors = {
  word: css({ color: 'syntaxKeyword' }),
  text: css({ color: 'syntaxString' }),
  number: css({ color: 'syntaxNumber' }),
  comment: css({ color: 'syntaxComment' }),
  name: undefined,
} as const;

const words =
  'add all alter always analyze and anon as authenticated bigint by check column constraint create current_setting ' +
  'default definer delete disable drop enable extension for from function generated grant identity if index insert ' +
  'into is key level materialized not null on or policy primary procedure revoke role routine row schema ' +
  'security security_invoker select set table to true trigger unique update using view where with';

const token = new RegExp(
  [
    "(?<text>'(?:[^']|'')*')",
    '(?<name>"(?:[^"]|"")*")',
    '(?<comment>--[^\\n]*)',
    '(?<number>\\b\\d+(?:\\.\\d+)?\\b)',
    `(?<word>\\b(?:${words.replaceAll(' ', '|')})\\b)`,
  ].join('|'),
  'giu',
);

interface Part {
  text: string;
  color: string | undefined;
}

function partsOf(sql: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { index, 0: text, groups = {} } of sql.matchAll(token)) {
    parts.push({ text: sql.slice(end, index), color: undefined });
    const kind = Object.keys(groups).find((name) => groups[name] !== undefined) as keyof typeof colors;
    parts.push({ text, color: colors[kind] });
    end = index + text.length;
  }
  return [...parts, { text: sql.slice(end), color: undefined }];
}

/** A short statement with its tokens in color, where an editor would be too much. */
export const SqlText = ({ sql }: { sql: string }) =>
  partsOf(sql).map(({ text, color }, index) =>
    color === undefined ? (
      <Fragment key={index}>{text}</Fragment>
    ) : (
      <span key={index} className={color}>
        {text}
      </span>
    ),
  );
