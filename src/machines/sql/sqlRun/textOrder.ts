import type { Column } from '../../../contract/sql/query.ts';

type Compare = (a: string, b: string) => number;

/** By code points, as the embedded databases do; by UTF-16, a character above U+FFFF would precede some below it. */
const compareTexts: Compare = (a, b) => {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a[at] === b[at]) at++;
  return at < length ? a.codePointAt(at)! - b.codePointAt(at)! : a.length - b.length;
};

/** citext ignores case. */
const compareCaseless: Compare = (a, b) => compareTexts(a.toLowerCase(), b.toLowerCase());

const arrayElement = /"((?:[^"\\]|\\.)*)"|[^{},]+/gs;

/** The elements of an array as Postgres writes it, in any number of dimensions. */
const elementsOf = (array: string): (string | null)[] =>
  // An array that does not begin at 1 has its bounds before the equals sign.
  [...array.replace(/^[[\]:\d-]+=/, '').matchAll(arrayElement)].map(([whole, quoted]) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return whole === 'NULL' ? null : whole;
  });

/** Element by element, with NULL last. */
const compareTextArrays: Compare = (a, b) => {
  const [ours, theirs] = [elementsOf(a), elementsOf(b)];
  for (const [at, element] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    const order =
      element === null || other === null
        ? Number(element === null) - Number(other === null)
        : compareTexts(element, other);
    if (order !== 0) return order;
  }
  return ours.length - theirs.length;
};

let collator: Intl.Collator | undefined;

/**
 * Addresses, ranges and arrays of numbers, whose numbers Postgres orders as numbers. The order of an enum is its
 * declaration, which only the database knows: `v9` before `v10` is the likeliest.
 */
const compareParts: Compare = (one, other) => {
  // The browser loads data for it, which the start of the page need not wait for.
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
};

/** By the number of the type. */
const comparisons: ReadonlyMap<number, Compare> = new Map([
  // char, name, text, bpchar, varchar; and bytea, macaddr, macaddr8, bit, varbit and uuid, whose digits are no decimals
  ...[18, 19, 25, 1042, 1043, 17, 829, 774, 1560, 1562, 2950].map((type) => [type, compareTexts] as const),
  // Arrays of char, name, text, bpchar and varchar
  ...[1002, 1003, 1009, 1014, 1015].map((type) => [type, compareTextArrays] as const),
]);

/** How the values of a column are compared that no number measures. */
export const textOrderOf = ({ typeOid, type }: Column): Compare =>
  comparisons.get(typeOid) ?? (/(?:^|\.)citext$/.test(type) ? compareCaseless : compareParts);
