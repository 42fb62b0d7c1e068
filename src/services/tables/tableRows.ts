import { commitOutcomeSchema, type CommitOutcome, type RowChange } from '../../contract/tables/changes.ts';
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
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { post } from '../http/http.ts';
import { commitTimeoutMs, tablePath, type ById } from './tablePaths.ts';

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
