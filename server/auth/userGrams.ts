import { sql } from 'kysely';

/** The keys of metadata under which sign-up forms and providers store a name. */
export const nameKeys = ['name', 'full_name'] as const;
/** Characters of a name that a search sees. */
const nameMaxLength = 255;

export const nameIn = (key: (typeof nameKeys)[number]) =>
  sql<string | null>`left(raw_user_meta_data ->> ${sql.lit(key)}, ${sql.lit(nameMaxLength)})`;

const lineEnd = sql`chr(10)`;

/** The fields of a user that are searched by a part of them, each on a line. */
const fields = sql`lower(${sql.join(
  [sql`email`, ...nameKeys.map(nameIn)].map((field) => sql`coalesce(${field}, '')`),
  sql` || ${lineEnd} || `,
)})`;

/** The characters of the fields from one place on, with the end of a line after every third. */
const cutFrom = (place: number) =>
  sql`regexp_replace(substr(${fields}, ${sql.lit(place)}), '(...)', '\\1' || ${lineEnd}, 'g')`;

/**
 * Every three characters in a row of an email address and of the names. A migration has built an index on exactly this
 * expression, so a change of it needs another index.
 */
export const userGrams = sql`array_to_tsvector(array_remove(string_to_array(${sql.join(
  [1, 2, 3].map(cutFrom),
  sql` || ${lineEnd} || `,
)}, ${lineEnd}), ''))`;

/** As long as the grams of the index. */
const gramLength = 3;

const quote = (gram: string): string => `'${gram.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/**
 * What the grams of a user contain whose fields contain a term in lower case. It may find others too. Grams that do not
 * overlap are enough, and cheaper than all.
 */
export function gramsQuery(term: string): string {
  const characters = [...term];
  if (characters.length < gramLength) return `${quote(term)}:*`;
  const last = characters.length - gramLength;
  const starts = Array.from({ length: Math.floor(last / gramLength) + 1 }, (_, index) => index * gramLength);
  const grams = [...starts, last].map((start) => characters.slice(start, start + gramLength).join(''));
  return [...new Set(grams)].map(quote).join(' & ');
}
