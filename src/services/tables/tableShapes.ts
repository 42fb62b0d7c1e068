import { tableCreatedSchema, type NewTable, type TableCreated } from '../../contract/tables/newTable.ts';
import { storedShapeSchema, type ChangeShape, type Duplicate, type StoredShape } from '../../contract/tables/shape.ts';
import { shapeSuggestionsSchema, type ShapeSuggestions } from '../../contract/tables/shapeSuggestions.ts';
import { get, post, put } from '../http/http.ts';
import { publishTableChange } from './tableChanges.ts';
import { commitTimeoutMs, tablePath, tablesPath, type ById, type ByRef } from './tablePaths.ts';

/** Types of the database, and the tables whose names have the text. */
export const readShapeSuggestions = (
  { ref, search }: ByRef & { search: string },
  signal: AbortSignal,
): Promise<ShapeSuggestions> =>
  get(`${tablesPath({ ref })}/suggestions?${new URLSearchParams({ search }).toString()}`, shapeSuggestionsSchema, {
    signal,
  });

/** Creates a table with its columns, or nothing. */
export const createTable = ({ ref, table }: ByRef & { table: NewTable }, signal: AbortSignal): Promise<TableCreated> =>
  post(tablesPath({ ref }), table, tableCreatedSchema, { signal, timeoutMs: commitTimeoutMs });

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
  publishTableChange({ ref: table.ref, id: table.id });
  return stored;
};

/** Copies a table. */
export const duplicateTable = (
  { copy, ...table }: ById & { copy: Duplicate },
  signal: AbortSignal,
): Promise<TableCreated> =>
  post(`${tablePath(table)}/duplicate`, copy, tableCreatedSchema, { signal, timeoutMs: commitTimeoutMs });
