import { dependantsSchema, tablePageSchema, type Dependants, type TablePage } from '../../contract/tables/table.ts';
import { get, nothing, post, remove } from '../http/http.ts';
import { publishTableChange } from './tableChanges.ts';
import { commitTimeoutMs, tablePath, tablesPath, type ById, type ByRef } from './tablePaths.ts';

/** A page of a schema's tables; `after` is the `next` of the page before. */
export const readTables = (
  {
    schema,
    search,
    withSizes,
    after,
    ref,
  }: ByRef & { schema: string; search: string; withSizes: boolean; after: string | null },
  signal: AbortSignal,
): Promise<TablePage> => {
  const query = new URLSearchParams({
    schema,
    ...(search !== '' && { search }),
    ...(after !== null && { after }),
    ...(withSizes && { sizes: 'true' }),
  });
  return get(`${tablesPath({ ref })}?${query.toString()}`, tablePageSchema, { signal });
};

/** Deletes all rows. */
export const truncateTable = async (
  { restartIdentity, ...table }: ById & { restartIdentity: boolean },
  signal: AbortSignal,
): Promise<void> => {
  await post(`${tablePath(table)}/truncate`, { restartIdentity }, nothing, { signal, timeoutMs: commitTimeoutMs });
  publishTableChange({ ref: table.ref, id: table.id });
};

/** What must be dropped before the table or view. */
export const readDependants = (table: ById, signal: AbortSignal): Promise<Dependants> =>
  get(`${tablePath(table)}/dependants`, dependantsSchema, { signal });

/** Drops a table or a view, unless something depends on it. */
export const dropTable = (table: ById, signal: AbortSignal): Promise<void> =>
  remove(tablePath(table), nothing, { signal, timeoutMs: commitTimeoutMs });
