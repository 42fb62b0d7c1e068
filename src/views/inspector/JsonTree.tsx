import { memo } from 'react';
import { css, cx } from 'styled-system/css';
import { isRecord } from '../../contract/common/isRecord.ts';
import { marker, type Json } from '../../inspector/trace/redact.ts';
import { redacted } from '../../inspector/trace/secrets.ts';

const tree = css({ textStyle: 'mono', overflowWrap: 'anywhere', minWidth: '0' });
const list = css({
  margin: '0',
  padding: '0',
  paddingInlineStart: '3',
  listStyle: 'none',
  borderInlineStart: 'hairline',
  marginInlineStart: '1',
});
const summary = css({
  cursor: 'pointer',
  paddingBlock: { _coarse: '2.5' },
  borderRadius: 'small',
  color: 'muted',
  _hover: { color: 'text' },
});
const keyText = css({ color: 'muted' });
const looks = {
  string: css({ color: 'syntaxString' }),
  number: css({ color: 'syntaxNumber' }),
  boolean: css({ color: 'syntaxKeyword' }),
  nothing: css({ color: 'syntaxComment' }),
  hidden: css({ color: 'muted', background: 'sunken', borderRadius: 'small', paddingInline: '1' }),
};

function Leaf({ value }: { value: string | number | boolean | null }) {
  if (value === redacted) return <span className={looks.hidden}>hidden</span>;
  if (value === null) return <span className={looks.nothing}>null</span>;
  if (typeof value === 'string') return <span className={looks.string}>{JSON.stringify(value)}</span>;
  return <span className={typeof value === 'number' ? looks.number : looks.boolean}>{String(value)}</span>;
}

/** Placeholders for values that are no data: `«actor» session`. */
function markerText(value: Readonly<Record<string, Json>>): string | null {
  const [[key, inner] = ['', null], ...others] = Object.entries(value);
  if (key === marker.omitted && typeof inner === 'number') return `not recorded (${Math.ceil(inner / 1_000)} kB)`;
  return others.length === 0 &&
    /^«\w+»$/.test(key) &&
    (typeof inner === 'string' || typeof inner === 'number' || inner === true)
    ? `${key}${inner === true || inner === '' ? '' : ` ${inner}`}`
    : null;
}

function Node({ name, value, depth }: { name: string | null; value: Json; depth: number }) {
  const label = name === null ? null : <span className={keyText}>{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <>
        {label}
        <Leaf value={value} />
      </>
    );
  const marked = isRecord(value) ? markerText(value as Readonly<Record<string, Json>>) : null;
  if (marked !== null)
    return (
      <>
        {label}
        <span className={looks.nothing}>{marked}</span>
      </>
    );
  const entries: readonly (readonly [string, Json])[] = Array.isArray(value)
    ? value.map((item: Json, index) => [String(index), item])
    : Object.entries(value as Readonly<Record<string, Json>>);
  const size = Array.isArray(value) ? `[${entries.length}]` : `{${entries.length}}`;
  if (entries.length === 0)
    return (
      <>
        {label}
        <span className={looks.nothing}>{Array.isArray(value) ? '[]' : '{}'}</span>
      </>
    );
  return (
    <details open={depth < 1 || undefined}>
      <summary className={summary}>
        {name ?? ''} {size}
      </summary>
      <ul className={list}>
        {entries.map(([key, item]) => (
          <li key={key}>
            <Node name={key} value={item} depth={depth + 1} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Plain data as a tree that can be expanded. */
export const JsonTree = memo(
  ({ value, label }: { value: Json; label: string }) => (
    <div className={cx(tree)} role="group" aria-label={label}>
      <Node name={null} value={value} depth={0} />
    </div>
  ),
  (a, b) => a.label === b.label && JSON.stringify(a.value) === JSON.stringify(b.value),
);
