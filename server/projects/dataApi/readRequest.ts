import { escapeIdentifier } from 'pg';
import { ApiError } from '../../http/errors.ts';

/** SQL with its parameters, `$1` first. */
export interface Statement {
  text: string;
  values: readonly string[];
}

/** Maximum number of rows, also the default. */
const dataApiRowLimit = 1_000;

const operators: ReadonlyMap<string, string> = new Map([
  ['eq', '='],
  ['neq', '<>'],
  ['gt', '>'],
  ['gte', '>='],
  ['lt', '<'],
  ['lte', '<='],
  ['like', 'like'],
  ['ilike', 'ilike'],
  ['match', '~'],
  ['imatch', '~*'],
]);
const isWords: ReadonlySet<string> = new Set(['null', 'true', 'false', 'unknown']);
const orderWords: ReadonlyMap<string, string> = new Map([
  ['asc', 'asc'],
  ['desc', 'desc'],
  ['nullsfirst', 'nulls first'],
  ['nullslast', 'nulls last'],
]);

const invalid = (message: string) => new ApiError(400, 'validation_failed', message);

const wholeNumber = (name: string, text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw invalid(`${name} must be a whole number.`);
  return Number(text);
};

const namesIn = (list: string): string[] => {
  const names = list.split(',').map((name) => name.trim());
  const odd = names.find((name) => !/^[\p{L}_][\p{L}\p{N}_$]*$/u.test(name));
  if (odd !== undefined)
    throw invalid(`"${odd}" is not a column: this API reads plain columns, without casts or embedded tables.`);
  return names;
};

function orderTerm(term: string): string {
  const [column = '', ...words] = term.split('.');
  const sql = words.map((word) => {
    const known = orderWords.get(word);
    if (known === undefined)
      throw invalid(`order does not support "${word}": use ${[...orderWords.keys()].join(', ')}.`);
    return known;
  });
  return [escapeIdentifier(namesIn(column)[0] ?? ''), ...sql].join(' ');
}

/** `(a,"b,c")` as its values; a comma is escaped by a backslash or quotes. */
function listItems(text: string): string[] {
  const body = /^\((.*)\)$/s.exec(text)?.[1];
  if (body === undefined) throw invalid('in needs a list in parentheses, as in.(1,2).');
  return [...body.matchAll(/\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*))\s*(?:,|$)/gs)]
    .slice(0, body === '' ? 0 : undefined)
    .filter((match, index, all) => index < all.length - 1 || match[0] !== '')
    .map(([, quoted, plain]) => (quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll(/\\(.)/gs, '$1')));
}

/**
 * The statement for a read of a relation of `public`, from query parameters in PostgREST's format: `select`, `order`,
 * `limit`, `offset`, and any other name as a filter on that column. It returns one row with one JSON text. Unknown
 * syntax is refused, never ignored: an ignored filter would return too much.
 */
export function readStatement(relation: string, query: URLSearchParams): Statement {
  const values: string[] = [];
  const conditions: string[] = [];
  let columns = '*';
  let order = '';
  let limit = dataApiRowLimit;
  let offset = 0;
  const bind = (value: string) => `$${values.push(value)}`;

  if ([relation, ...[...query].flat()].some((text) => text.includes('\0')))
    throw invalid('Names and values cannot contain the NUL character.');
  for (const [name, value] of query) {
    if (name === 'select') {
      columns =
        value.trim() === '*' || value.trim() === ''
          ? '*'
          : namesIn(value)
              .map((column) => escapeIdentifier(column))
              .join(', ');
    } else if (name === 'order') {
      order = ` order by ${value
        .split(',')
        .map((term) => orderTerm(term.trim()))
        .join(', ')}`;
    } else if (name === 'limit') {
      limit = Math.min(wholeNumber('limit', value), dataApiRowLimit);
    } else if (name === 'offset') {
      offset = wholeNumber('offset', value);
    } else {
      const [column = ''] = namesIn(name);
      const negated = value.startsWith('not.');
      const [, operator = '', operand = ''] = /^(\w+)\.(.*)$/s.exec(negated ? value.slice('not.'.length) : value) ?? [];
      const left = escapeIdentifier(column);
      const sqlOperator = operators.get(operator);
      let condition: string;
      if (operator === 'is' && isWords.has(operand)) condition = `${left} is ${operand}`;
      else if (operator === 'in') {
        const items = listItems(operand);
        condition = items.length === 0 ? 'false' : `${left} in (${items.map(bind).join(', ')})`;
      } else if (sqlOperator !== undefined) {
        condition = `${left} ${sqlOperator} ${bind(operator.endsWith('like') ? operand.replaceAll('*', '%') : operand)}`;
      } else {
        throw invalid(
          `${name}: a filter is written as operator.value; the operators are ${[...operators.keys(), 'is', 'in'].join(', ')}.`,
        );
      }
      conditions.push(negated ? `not (${condition})` : condition);
    }
  }
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  return {
    text: `select coalesce(json_agg(row_to_json(found)), '[]')::text as rows from (select ${columns} from public.${escapeIdentifier(relation)}${where}${order} limit ${limit} offset ${offset}) as found`,
    values,
  };
}
