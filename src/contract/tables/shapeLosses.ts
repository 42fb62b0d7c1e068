import { nameMaxBytes } from './names.ts';
import type { Shape, StoredShape } from './shape.ts';

/**
 * What stored values lose when a table gets another shape: a column that is dropped, digits, the date or the time of
 * day, the time zone, the order and repeated keys of an object, the host of an address, or the end of a text.
 */
export type Loss = 'values' | 'digits' | 'date' | 'time' | 'zone' | 'order' | 'host' | 'end';

interface ColumnLoss {
  /** Stored name of the column. */
  column: string;
  loss: Loss;
}

interface ParsedType {
  name: string;
  /** What stands in its parentheses. */
  limits: readonly number[];
  isArray: boolean;
}

/** Short names of types (Postgres, "Data Types", table 8.1), and those that SQL also knows them by. */
const aliases: ReadonlyMap<string, string> = new Map(
  Object.entries({
    int: 'integer',
    int2: 'smallint',
    int4: 'integer',
    int8: 'bigint',
    dec: 'numeric',
    decimal: 'numeric',
    float: 'double precision',
    float4: 'real',
    float8: 'double precision',
    varchar: 'character varying',
    'char varying': 'character varying',
    char: 'character',
    bpchar: 'character',
    timestamptz: 'timestamp with time zone',
    timestamp: 'timestamp without time zone',
    timetz: 'time with time zone',
    time: 'time without time zone',
  }),
);

function parseType(type: string): ParsedType {
  const limits: number[] = [];
  const name = type
    .trim()
    .toLowerCase()
    .replace(/\s*\(([^)]*)\)\s*/, (_, inside: string) => {
      limits.push(...inside.split(',').map(Number));
      return ' ';
    })
    .replaceAll(/\s+/g, ' ')
    .trim();
  const element = name.replaceAll(/ ?\[\d*\]/g, '');
  return { name: aliases.get(element) ?? element, limits, isArray: element !== name };
}

/** Whole decimal digits that a number of the type always keeps. */
const wholeDigits: ReadonlyMap<string, number> = new Map([
  ['smallint', 5],
  ['integer', 10],
  ['bigint', 19],
]);
/** Significant decimal digits of a floating-point number (IEEE 754). */
const floatDigits: ReadonlyMap<string, number> = new Map([
  ['real', 6],
  ['double precision', 15],
]);

/** Digits after the point that a type keeps; all of them where it has no limit. Money has those of most currencies. */
const scaleOf = ({ name, limits: [precision, scale] }: ParsedType): number => {
  if (wholeDigits.has(name)) return 0;
  if (name === 'money') return 2;
  return name === 'numeric' && precision !== undefined ? (scale ?? 0) : Infinity;
};

function losesDigits(from: ParsedType, to: ParsedType): boolean {
  const isNumber = ({ name }: ParsedType) =>
    name === 'numeric' || name === 'money' || wholeDigits.has(name) || floatDigits.has(name);
  if (!isNumber(from) || !isNumber(to)) return false;
  const kept = floatDigits.get(to.name);
  // Not even a `numeric` takes all the digits that a floating-point number is shown with.
  if (kept === undefined) return floatDigits.has(from.name) || scaleOf(to) < scaleOf(from);
  const [precision = Infinity] = from.limits;
  return (wholeDigits.get(from.name) ?? floatDigits.get(from.name) ?? precision) > kept;
}

/** Digits of a second that a time keeps. */
const secondsOf = ({ limits: [digits = 6] }: ParsedType): number => digits;

function losesTime(from: ParsedType, to: ParsedType): Loss | null {
  if (from.name === 'interval') {
    if (to.name === 'time without time zone') return 'date';
    return to.name === 'interval' && secondsOf(to) < secondsOf(from) ? 'digits' : null;
  }
  if (!/^time(?:stamp)? with/.test(from.name)) return null;
  if (to.name === 'date') return 'time';
  if (from.name === 'time without time zone' && to.name === 'interval')
    return secondsOf(to) < secondsOf(from) ? 'digits' : null;
  if (!/^time(?:stamp)? with/.test(to.name)) return null;
  if (from.name.startsWith('timestamp') && !to.name.startsWith('timestamp')) return 'date';
  if (secondsOf(to) < secondsOf(from)) return 'digits';
  return from.name.endsWith(' with time zone') && !to.name.endsWith(' with time zone') ? 'zone' : null;
}

/** A character in UTF-8. */
const characterMaxBytes = 4;

const isText = ({ name }: ParsedType): boolean => name === 'text' || name.startsWith('character');

/** What a text loses at its end: Postgres cuts names at 63 bytes, and pads a `character` with spaces. */
function losesEnd(from: ParsedType, to: ParsedType, isConverted: boolean): Loss | null {
  const [before = Infinity] = from.limits;
  if (to.name === 'name') return isText(from) && before * characterMaxBytes > nameMaxBytes ? 'end' : null;
  if (to.name === '"char"') return isText(from) || from.name === 'name' ? 'end' : null;
  const [limit] = to.name === 'character' ? [to.limits[0] ?? 1] : to.limits;
  // Only an explicit cast cuts a value without an error (Postgres, "Character Types", "Bit String Types").
  const isCut = isConverted && limit !== undefined && limit < before;
  if (to.name === 'character') return isCut || (isText(from) && from.name !== 'character') ? 'end' : null;
  return isCut && (to.name === 'character varying' || to.name.startsWith('bit')) ? 'end' : null;
}

/** What values of a type lose in another one, where Postgres converts them without an error. */
function lossOf(before: string, after: string, isConverted: boolean): Loss | null {
  const from = parseType(before);
  const to = parseType(after);
  // Arrays lose what their elements do.
  if (from.isArray !== to.isArray) return null;
  if (losesDigits(from, to)) return 'digits';
  if (from.name === 'json' && to.name === 'jsonb') return 'order';
  if (from.name === 'inet' && to.name === 'cidr') return 'host';
  return losesEnd(from, to, isConverted) ?? losesTime(from, to);
}

/** What stored values lose, by column. */
export function shapeLosses({ shape: before }: Pick<StoredShape, 'shape'>, after: Shape): ColumnLoss[] {
  const kept = new Map(after.columns.map((column) => [column.storedName, column]));
  return before.columns.flatMap(({ name, dataType }) => {
    const next = kept.get(name);
    const loss = next ? lossOf(dataType, next.dataType, next.using !== '') : 'values';
    return loss === null ? [] : [{ column: name, loss }];
  });
}
