import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  childrenOf,
  rootOf,
  withEntry,
  withoutEntry,
  withValue,
  type JsonNode,
} from '../../../src/views/tables/jsonTree.ts';
import { anyCharacter } from '../../support/anyCharacter.ts';

/** The value that the tree shows. */
function shown(text: string, node: JsonNode): unknown {
  if (node.kind === 'scalar') return JSON.parse(text.slice(node.from, node.to));
  const children = childrenOf(text, node);
  if (node.kind === 'array') return children.map((child) => shown(text, child));
  return Object.fromEntries(children.map((child) => [JSON.parse(child.name!) as string, shown(text, child)]));
}

const json = fc
  .tuple(fc.jsonValue({ stringUnit: anyCharacter }), fc.constantFrom(undefined, 1, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

test('a tree has all of a text, as it is', () => {
  fc.assert(
    fc.property(json, (text) => {
      expect(shown(` ${text}\n`, rootOf(` ${text}\n`))).toEqual(JSON.parse(text));
    }),
    { seed: 3, numRuns: 200 },
  );
});

test('a value is changed in its place, and everything else stays as it is written', () => {
  const text = '{"id": 9007199254740993, "price": 1.10, "a": 1,  "a": [true, {"b,}": "x"}]}';
  const children = childrenOf(text, rootOf(text));
  expect(children.map(({ name }) => name)).toEqual(['"id"', '"price"', '"a"', '"a"']);
  expect(withValue(text, children[2]!, 'null')).toBe(
    '{"id": 9007199254740993, "price": 1.10, "a": null,  "a": [true, {"b,}": "x"}]}',
  );
  expect(withoutEntry(text, children[0]!)).toBe('{"price": 1.10, "a": 1,  "a": [true, {"b,}": "x"}]}');
  expect(withoutEntry(text, children[3]!)).toBe('{"id": 9007199254740993, "price": 1.10, "a": 1}');
});

test('entries are added at the end', () => {
  expect(withEntry('{}', rootOf('{}'), 'a "b"', '1')).toBe(String.raw`{"a \"b\"": 1}`);
  expect(withEntry('[1]', rootOf('[1]'), '', 'null')).toBe('[1, null]');
  const [only] = childrenOf('[ 1 ]', rootOf('[ 1 ]'));
  expect(JSON.parse(withoutEntry('[ 1 ]', only!))).toEqual([]);
});

test('a text that is nested deeply is no matter', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  expect(childrenOf(deep, rootOf(deep))).toHaveLength(1);
});
