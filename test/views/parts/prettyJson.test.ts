import { expect, it } from 'vitest';
import { prettyJson } from '../../../src/views/parts/prettyJson.ts';

it('lays a document out as JSON.stringify does', () => {
  const value = {
    name: 'a "quoted" {brace}, [bracket]: \\',
    list: [1, [2, 3], {}],
    empty: [],
    nested: { deep: { deeper: null } },
    yes: true,
  };
  expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

it('keeps numbers as they are written', () => {
  expect(prettyJson('{"id": 9007199254740993, "price": 1.10}')).toBe(
    '{\n  "id": 9007199254740993,\n  "price": 1.10\n}',
  );
});

it('lays out what stands alone', () => {
  expect(['"text"', '12', 'null', '[ ]', '{}'].map((value) => prettyJson(value))).toEqual([
    '"text"',
    '12',
    'null',
    '[]',
    '{}',
  ]);
});

it('stops soon after as many characters as are shown', () => {
  const laid = prettyJson(`[${'{},'.repeat(1_000_000)}{}]`, 1_000);
  expect(laid.length).toBeGreaterThan(1_000);
  expect(laid.length).toBeLessThan(1_100);
});
