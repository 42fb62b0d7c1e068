/** Filters by patterns in columns whose collation takes different texts as equal. */
import type { FilterOperator, RowPage, RowView } from '../../src/contract/tables/rows.ts';

interface Editor {
  query: (sql: string) => Promise<unknown>;
  read: (table: string, view: Partial<RowView>) => Promise<RowPage>;
}

const cases: readonly { operator: FilterOperator; column: string; value: string }[] = [
  { operator: 'contains', column: 'name', value: 'STRA' },
  { operator: 'ilike', column: 'name', value: 'a%' },
  { operator: 'like', column: 'name', value: 'Str%' },
  { operator: 'contains', column: 'title', value: 'dr' },
  { operator: 'contains', column: 'others', value: 'LAN' },
];

/** The rows that each of the cases finds. */
export const patternsFound = [['1'], ['2'], ['1'], ['2'], ['1']];

export async function usePatterns({ query, read }: Editor): Promise<(string | null | undefined)[][]> {
  await query(
    `create collation anycase (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
     create domain title as text collate anycase;
     create table streets (id int primary key, name text collate anycase, title title, others text[] collate anycase);
     insert into streets values (1, 'Straße', 'Prof.', '{Lane}'), (2, 'Avenue', 'Dr.', '{}'); select 1`,
  );
  const found: (string | null | undefined)[][] = [];
  for (const filter of cases) found.push((await read('streets', { filters: [filter] })).rows.map(([id]) => id));
  return found;
}
