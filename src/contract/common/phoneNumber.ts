/** A number in E.164, without its plus sign; a shorter one is only valid within a country. */
export const phoneDigits = /^[1-9]\d{6,14}$/;

/** A number as people write it: with spaces, hyphens and parentheses, `(0)`, or 00 for the plus sign. */
export const normalizedPhone = (text: string): string =>
  text.replaceAll(/\(0\)|[\s()./\p{Pd}]/gu, '').replace(/^00/, '+');
