import { describe, expect, it } from 'vitest';
import { markWords } from '../../../src/contract/docs/markWords.ts';

const marked = (text: string, query: string) =>
  markWords(text, query).flatMap((part) => (part.isMatch ? [part.text] : []));

describe('the words of a query', () => {
  it('are marked where a word begins with them, in any case', () => {
    expect(markWords('Turn on row level security', 'row secur')).toEqual([
      { text: 'Turn on ', isMatch: false },
      { text: 'row', isMatch: true },
      { text: ' level ', isMatch: false },
      { text: 'secur', isMatch: true },
      { text: 'ity', isMatch: false },
    ]);
    expect(marked('Arrow ROW', 'row')).toEqual(['ROW']);
  });

  it('are the longest that fit', () => {
    expect(marked('partitions', 'part partition')).toEqual(['partition']);
  });

  it.each([
    ['nothing', ''],
    ['a regular expression', '(a+)+$ [^]* \\'],
    ['emoji', '🐘🐘🐘'],
    ['wildcards', '%_%'],
    ['half a surrogate', '\ud800'],
    ['SQL', "'; drop table x; --"],
    ['10 kB', 'word '.repeat(2_000)],
    ['one word of 10 kB', 'x'.repeat(10_000)],
  ])('may be %s: the text stays whole', (_name, query) => {
    const text = 'Drop a (a+)+$ table 🐘 100%_';
    expect(
      markWords(text, query)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it('may be written from right to left', () => {
    expect(marked('מדריך בסיס נתונים', 'בסיס')).toEqual(['בסיס']);
  });
});
