/**
 * Digits in groups of three, such as "1,200". The browser's own number formats load data first, which is a tenth of a
 * page's start.
 */
export const grouped = (value: number, fractionDigits = 0): string =>
  value
    .toFixed(fractionDigits)
    .replace(/\.0+$/, '')
    .replaceAll(/\B(?=(?:\d{3})+(?:\.|$))/g, ',');
