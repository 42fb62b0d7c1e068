import { describe, expect, it } from 'vitest';
import { errorLocation } from '../../../src/machines/sql/sqlRun/errorLocation.ts';

/** The character that the place points at. */
const pointed = (sql: string, position: number, line = 1) => {
  const place = errorLocation({ sql, line }, position);
  return { ...place, at: place.text[place.before] };
};

describe('the place of an error', () => {
  it('is counted from 1, from the line that was run first', () => {
    expect(pointed('select 1;\nselect *\nfrom nowhere;', 25, 7)).toEqual({
      line: 9,
      column: 6,
      text: 'from nowhere;',
      before: 5,
      at: 'n',
    });
    expect(pointed('oops', 1)).toEqual({ line: 1, column: 1, text: 'oops', before: 0, at: 'o' });
  });

  it('may be the end of the text', () => {
    expect(errorLocation({ sql: 'select (', line: 1 }, 9)).toEqual({ line: 1, column: 9, text: 'select (', before: 8 });
    expect(errorLocation({ sql: 'select', line: 1 }, 99)).toMatchObject({ column: 7, before: 6 });
  });

  it('is shown with what is around it where its line is long, and where that was cut', () => {
    const sql = `${'a'.repeat(100)}!${'b'.repeat(100)}`;
    const place = pointed(sql, 101);
    expect(place).toMatchObject({ column: 101, at: '!' });
    expect(place.text).toBe(`…${'a'.repeat(60)}!${'b'.repeat(59)}…`);
    expect(pointed(`!${'b'.repeat(300)}`, 1).text).toBe(`!${'b'.repeat(119)}…`);
    expect(pointed(`${'a'.repeat(300)}!`, 301)).toMatchObject({ text: `…${'a'.repeat(60)}!`, at: '!' });
  });
});
