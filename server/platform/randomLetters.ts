import { randomInt } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Random lower-case letters; twenty of them make a slug or a ref that cannot be guessed. */
export const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => letters[randomInt(letters.length)]).join('');
