/** A number as people write it: with spaces, hyphens and parentheses, `(0)`, or 00 for the plus sign. */
export const normalizedPhone = (text: string): string =>
  text.replaceAll(/\(0\)|[\s()./\p{Pd}]/gu, '').replace(/^00/, '+');
