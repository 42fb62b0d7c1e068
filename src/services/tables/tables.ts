import {
  commitOutcomeSchema,
  settledCommitSchema,
  type CommitOutcome,
  type RowChange,
  type SettledCommit,
} from '../../contract/tables/changes.ts';
import { tableCreatedSchema, type NewTable, type TableCreated } from '../../contract/tables/newTable.ts';
import type { RowAddress } from '../../contract/tables/rowAddress.ts';
import {
  rowCountSchema,
  rowPageSchema,
  wholeValueSchema,
  type ReadValue,
  type RowCount,
  type RowPage,
  type WholeValue,
} from '../../contract/tables/rows.ts';
import { storedShapeSchema, type ChangeShape, type Duplicate, type StoredShape } from '../../contract/tables/shape.ts';
import { tableDetailSchema, tablePageSchema, type TableDetail, type TablePage } from '../../contract/tables/table.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { get, nothing, post, put, remove } from '../http/http.ts';
import { tellTableNews } from './tableNews.ts';

interface ByRef {
  ref: string;
}
interface ById extends ByRef {
  /** The table's oid. */
  id: number;
}

const listPath = ({ ref }: ByRef): string => `/projects/${encodeURIComponent(ref)}/tables`;
const tablePath = ({ id, ref }: ById): string => `${listPath({ ref })}/${id}`;

/** Longer than the server's own limit, so that its answer comes. */
const commitTimeoutMs = 75_000;

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
  return get(`${listPath({ ref })}?${query.toString()}`, tablePageSchema, { signal });
};

/** Creates a table with its columns, or nothing. */
export const createTable = ({ ref, table }: ByRef & { table: NewTable }, signal: AbortSignal): Promise<TableCreated> =>
  post(listPath({ ref }), table, tableCreatedSchema, { signal, timeoutMs: commitTimeoutMs });

/** What a table consists of, apart from its rows. */
export const readShape = (table: ById, signal: AbortSignal): Promise<StoredShape> =>
  get(`${tablePath(table)}/shape`, storedShapeSchema, { signal });

/** Alters a table as the form says, or not at all. */
export const changeShape = async (
  { version, shape, ...table }: ById & ChangeShape,
  signal: AbortSignal,
): Promise<StoredShape> => {
  const stored = await put(`${tablePath(table)}/shape`, { version, shape }, storedShapeSchema, {
    signal,
    timeoutMs: commitTimeoutMs,
  });
  tellTableNews({ ref: table.ref, id: table.id });
  return stored;
};

/** Deletes all rows. */
export const truncateTable = async (
  { restartIdentity, ...table }: ById & { restartIdentity: boolean },
  signal: AbortSignal,
): Promise<void> => {
  await post(`${tablePath(table)}/truncate`, { restartIdentity }, nothing, { signal, timeoutMs: commitTimeoutMs });
  tellTableNews({ ref: table.ref, id: table.id });
};

/** Copies a table. */
export const duplicateTable = (
  { copy, ...table }: ById & { copy: Duplicate },
  signal: AbortSignal,
): Promise<TableCreated> =>
  post(`${tablePath(table)}/duplicate`, copy, tableCreatedSchema, { signal, timeoutMs: commitTimeoutMs });

/** Drops a table or a view, unless something depends on it. */
export const dropTable = (table: ById, signal: AbortSignal): Promise<void> =>
  remove(tablePath(table), nothing, { signal, timeoutMs: commitTimeoutMs });

export const readTable = (table: ById, signal: AbortSignal): Promise<TableDetail> =>
  get(tablePath(table), tableDetailSchema, { signal });

/** A page of rows. The request is a POST, because conditions are data that no address may hold on its way. */
export const readRows = (
  { view, position, viewAs, ...table }: ById & Pick<RowAddress, 'view' | 'position' | 'viewAs'>,
  signal: AbortSignal,
): Promise<RowPage> =>
  post(`${tablePath(table)}/rows`, { view, position, viewAs }, rowPageSchema, { signal, waits: true });

/** Counts the rows, which takes as long as reading them. */
export const countRows = (
  { view, viewAs, ...table }: ById & Pick<RowAddress, 'view' | 'viewAs'>,
  signal: AbortSignal,
): Promise<RowCount> => post(`${tablePath(table)}/count`, { view, viewAs }, rowCountSchema, { signal });

/** A whole value, unless it is longer than `maxBytes`. */
export const readValue = (
  { key, column, viewAs, maxBytes, ...table }: ById & ReadValue,
  signal: AbortSignal,
): Promise<WholeValue> =>
  post(`${tablePath(table)}/value`, { key, column, viewAs, maxBytes }, wholeValueSchema, { signal, waits: true });

/** Makes all changes, or none. */
export const commitChanges = (
  { rows, commit, viewAs, ...table }: ById & { commit: string; rows: readonly RowChange[]; viewAs: ViewAs | null },
  signal: AbortSignal,
): Promise<CommitOutcome> =>
  post(`${tablePath(table)}/changes`, { commit, changes: rows, viewAs }, commitOutcomeSchema, {
    signal,
    timeoutMs: commitTimeoutMs,
  });

/** What became of a commit whose answer was lost. It is never made after this. */
export const settleCommit = (
  { ref, commit }: ByRef & { commit: string },
  signal: AbortSignal,
): Promise<SettledCommit> =>
  post(`${listPath({ ref })}/commits/${encodeURIComponent(commit)}/settle`, undefined, settledCommitSchema, {
    signal,
    waits: true,
  });
