/**
 * Digits in groups of three, such as "1,200". The browser's own number formats load data first, which is a tenth of a
 * page's start, and take a third of a grid's frame.
 */
export function grouped(value: number, fractionDigits = 0): string {
  const [whole = '', fraction = ''] = value.toFixed(fractionDigits).split('.');
  const first = whole.startsWith('-') ? 1 : 0;
  let text = whole;
  for (let at = whole.length - 3; at > first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`;
  return /[1-9]/.test(fraction) ? `${text}.${fraction}` : text;
}

/** A count with its noun, such as "1,200 rows". */
export const countWords = (value: number, one: string, many = `${one}s`): string =>
  `${grouped(value)} ${value === 1 ? one : many}`;
