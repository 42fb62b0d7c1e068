import * as fc from 'fast-check';

/** Code points from here on, this many, are halves of characters. */
const halves = { first: 0xd800, count: 0x800 };

/**
 * Any character, for `unit` of a generated text: what fast-check calls `'binary'`, and in the same order. To find a
 * character's number again, its own looks in a table of all million of them, which takes a second of a core to make.
 */
export const anyCharacter = fc.nat(0x10ffff - halves.count).map(
  (index) => String.fromCodePoint(index < halves.first ? index : index + halves.count),
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character || !character.isWellFormed())
      throw new Error('This is not one character.');
    return point < halves.first ? point : point - halves.count;
  },
);
