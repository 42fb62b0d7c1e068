import { describe, expect, it } from 'vitest';
import { diffRows, type DiffRow } from '../../../src/views/sql/textDiff.ts';

/** As it would stand on screen. */
const seen = (rows: readonly DiffRow[]) =>
  rows.map(({ kind, left, right }) => [
    kind,
    left && `${left.number} ${left.text}`,
    right && `${right.number} ${right.text}`,
  ]);

let seed = 7;
const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
const randomLines = () => Array.from({ length: random(9) }, () => 'abc'[random(3)]!);

/** Length of the longest common subsequence, by trying everything. */
const common = (left: readonly string[], right: readonly string[]): number => {
  const [first, ...rest] = left;
  if (first === undefined || right.length === 0) return 0;
  const found = right.indexOf(first);
  return Math.max(common(rest, right), found < 0 ? 0 : 1 + common(rest, right.slice(found + 1)));
};

describe('two texts side by side', () => {
  it('have what is the same on one row', () => {
    expect(seen(diffRows('a\nb', 'a\nb'))).toEqual([
      ['same', '1 a', '1 a'],
      ['same', '2 b', '2 b'],
    ]);
    expect(seen(diffRows('', ''))).toEqual([['same', '1 ', '1 ']]);
  });

  it('have a line of one beside nothing, and a changed line beside what it became', () => {
    expect(seen(diffRows('a\nc', 'a\nb\nc'))).toEqual([
      ['same', '1 a', '1 a'],
      ['added', null, '2 b'],
      ['same', '2 c', '3 c'],
    ]);
    expect(seen(diffRows('a\nb\nc', 'a\nc'))).toEqual([
      ['same', '1 a', '1 a'],
      ['removed', '2 b', null],
      ['same', '3 c', '2 c'],
    ]);
    expect(seen(diffRows('select 1;\nselect 2;', 'select 1;\nselect 3;'))).toEqual([
      ['same', '1 select 1;', '1 select 1;'],
      ['changed', '2 select 2;', '2 select 3;'],
    ]);
  });

  it('pair several changed lines in their order, and leave over what has no partner', () => {
    expect(seen(diffRows('x\ny\nend', '1\n2\n3\nend'))).toEqual([
      ['changed', '1 x', '1 1'],
      ['changed', '2 y', '2 2'],
      ['added', null, '3 3'],
      ['same', '3 end', '4 end'],
    ]);
    expect(seen(diffRows('x\ny\nend', '1\nend'))).toEqual([
      ['changed', '1 x', '1 1'],
      ['removed', '2 y', null],
      ['same', '3 end', '2 end'],
    ]);
  });

  it('are both there whole, with as much the same as there is, whatever they are', () => {
    for (let round = 0; round < 300; round += 1) {
      const [left, right] = [randomLines(), randomLines()];
      const [leftText, rightText] = [left.join('\n'), right.join('\n')];
      const rows = diffRows(leftText, rightText);
      for (const side of ['left', 'right'] as const) {
        const lines = rows.flatMap((row) => row[side] ?? []);
        expect(lines.map(({ text }) => text).join('\n')).toBe(side === 'left' ? leftText : rightText);
        expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
      }
      for (const { kind, left: one, right: other } of rows) {
        expect(kind).toBe(one && other ? (one.text === other.text ? 'same' : 'changed') : one ? 'removed' : 'added');
      }
      expect(rows.filter(({ kind }) => kind === 'same').length, `${leftText}|${rightText}`).toBe(
        common(leftText.split('\n'), rightText.split('\n')),
      );
    }
  });

  it('are compared at once where only a little of much was edited', () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index}`);
    const edited = lines.with(25_000, 'edited');
    const rows = diffRows(lines.join('\n'), edited.join('\n'));
    expect(rows.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'changed', left: { number: 25_001, text: 'line 25000' }, right: { number: 25_001, text: 'edited' } },
    ]);
  });

  it('have nothing in common where comparing would take too long, and are whole nevertheless', () => {
    const [left, right] = ['left', 'right'].map((side) =>
      Array.from({ length: 2_501 }, (_, index) => (index % 2 === 0 ? `${side} ${index}` : 'both')).join('\n'),
    );
    const rows = diffRows(`start\n${left}\nend`, `start\n${right}\nend`);
    expect(rows.at(0)?.kind).toBe('same');
    expect(rows.at(-1)?.kind).toBe('same');
    expect(
      rows
        .slice(1, -1)
        .every(({ kind, left: one, right: other }) => kind === 'changed' && one !== null && other !== null),
    ).toBe(true);
    expect(rows).toHaveLength(2_503);
  });
});
