import { tableDetailSchema, type TableDetail } from '../../contract/tables/table.ts';
import { get } from '../http/http.ts';
import { tablePath, type ById } from './tablePaths.ts';

/** A table or a view with its columns. */
export const readTable = (table: ById, signal: AbortSignal): Promise<TableDetail> =>
  get(tablePath(table), tableDetailSchema, { signal });
