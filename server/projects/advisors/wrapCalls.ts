/** As Postgres writes a call, unless it is in a subquery without FROM already: that one runs once for each query. */
const place = String.raw`(?<!SELECT [^\n)]*)(?<![\w.])`;

const reading = (text: string): string => String.raw`current_setting\(${text}::text(?:, (?:true|false))?\)`;

const doubled = (text: string): string => text.replaceAll("'", "''");

/**
 * SQL of a pattern that finds such a call in conditions whose texts are empty: of a function without arguments in the
 * array `names`, or the reading of a setting.
 */
export const callPattern = (names: string): string =>
  `'${doubled(`${place}(?:${reading("''")}`)}' || coalesce((
    select string_agg('|' || regexp_replace(name, '([^[:alnum:]_])', '\\\\\\1', 'g'), '') from unnest(${names}) as name
  ), '') || ')'`;

/** The condition with each such call in a subquery. What is in quotation marks stays. */
export function wrapCalls(condition: string, calls: readonly string[]): string {
  const literal = "'(?:[^']|'')*'";
  const names = calls.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const pattern = new RegExp(`${literal}|${place}(?<call>${[reading(literal), ...names].join('|')})`, 'g');
  return condition.replaceAll(pattern, (found: string, ...rest: unknown[]) => {
    const { call } = rest.at(-1) as { call?: string };
    return call === undefined ? found : `(select ${found})`;
  });
}
