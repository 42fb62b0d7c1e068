import { DatabaseError, escapeIdentifier, type Client } from 'pg';
import { grouped } from '../../../src/contract/common/counts.ts';
import type { Cell } from '../../../src/contract/sql/query.ts';
import { UnreadableFileError, type ImportRecord } from '../../../src/contract/tables/importRecords.ts';
import {
  rejectedMax,
  type ImportEvent,
  type ImportRequest,
  type RejectedRow,
} from '../../../src/contract/tables/importRows.ts';
import type { TableColumn, TableDetail } from '../../../src/contract/tables/table.ts';
import { ApiError } from '../../http/errors.ts';
import type { WriteEvent } from './eventStream.ts';
import { columnOf, extended, relationName } from './readStatement.ts';

/** Rows of a statement, and about the most characters that they have. */
const batchRows = 1_000;
const batchLength = 1024 * 1024;
/** Of the values of all rejected rows, which the browser keeps as a file. */
const rejectedLength = 32 * 1024 * 1024;
/** How often the reader hears how far the import is, in milliseconds. */
const progressMs = 250;

/** A column that gets values, with the place of their source. */
interface Filled {
  column: TableColumn;
  source: number;
}

const jsonTypes: ReadonlySet<string> = new Set(['json', 'jsonb']);
const isArray = ({ type }: TableColumn): boolean => type.endsWith('[]');

/**
 * Inserts the rows of one parameter, a JSON list of lists. Each value is read as text by its type's own input, with its
 * length and precision, as in an INSERT. The embedded engine takes no COPY over its wire.
 */
function insertStatement(table: TableDetail, filled: readonly Filled[]): string {
  const parts = filled.map(({ column }, place) => ({ name: `c${place}`, column }));
  const read = parts.map(({ name, column }) => `${name} ${jsonTypes.has(column.baseType) ? 'text' : column.type}`);
  const values = parts.map(({ name, column }) => (jsonTypes.has(column.baseType) ? `${name}::${column.type}` : name));
  const columns = filled.map(({ column }) => escapeIdentifier(column.name));
  return (
    `insert into ${relationName(table)} (${columns.join(', ')}) select ${values.join(', ')}` +
    ` from json_to_recordset($1::json) as r(${read.join(', ')})`
  );
}

/** A value for the parameter. A list in JSON is one for a column of arrays too. */
function jsonOf(value: Cell, column: TableColumn): string {
  if (value !== null && isArray(column) && value.startsWith('[')) {
    try {
      JSON.parse(value);
      return value;
    } catch {
      // An array with bounds, as Postgres writes it.
    }
  }
  return JSON.stringify(value);
}

const rowJson = (cells: readonly Cell[], filled: readonly Filled[]): string =>
  `{${filled.map(({ column, source }, place) => `"c${place}":${jsonOf(cells[source] ?? null, column)}`).join(',')}}`;

/** Why Postgres cannot take a row, whatever its columns are. */
function unstorable(cells: readonly Cell[]): string | null {
  for (const cell of cells) {
    if (cell === null) continue;
    if (cell.includes('\0')) return 'A value has the NUL character, which Postgres cannot store.';
    if (!cell.isWellFormed()) return 'A value has half of a character.';
  }
  return null;
}

/** Errors of the server, the connection or the transaction, which say nothing about a row. */
const notTheRows = /^(?:08|25|40|53|55|57|58|F0|XX)/;

const isOfRow = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && !notTheRows.test(error.code ?? 'XX');

const reasonOf = ({ message, detail }: DatabaseError): string =>
  detail === undefined ? message : `${message}. ${detail}`;

const lengthOf = (cells: readonly Cell[]): number => cells.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);

/** Writes rows of an import in the transaction that is open, and collects those that are rejected. */
class RowWriter {
  readonly #client: Client;
  readonly #statement: string;
  readonly #filled: readonly Filled[];
  readonly #onError: ImportRequest['onError'];
  #rejected: RejectedRow[] = [];
  #length = 0;
  rows = 0;
  rejectedCount = 0;

  constructor(client: Client, table: TableDetail, { columns, onError }: Pick<ImportRequest, 'columns' | 'onError'>) {
    this.#filled = columns.map(({ name, source }) => ({ column: columnOf(table, name), source }));
    this.#client = client;
    this.#statement = insertStatement(table, this.#filled);
    this.#onError = onError;
  }

  /** Refused where no row at all could be written. */
  probe(): Promise<unknown> {
    return this.#client.query(extended(this.#statement, ['[]']));
  }

  /** Writes rows; where one is refused, those beside it are written still. */
  async write(records: readonly ImportRecord[]): Promise<void> {
    if (records.length === 0) return;
    const json = `[${records.map(({ cells }) => rowJson(cells, this.#filled)).join(',')}]`;
    await this.#client.query('savepoint part');
    try {
      await this.#client.query(extended(this.#statement, [json]));
      await this.#client.query('release savepoint part');
      this.rows += records.length;
      return;
    } catch (error) {
      if (!isOfRow(error)) throw error;
      await this.#client.query('rollback to savepoint part; release savepoint part');
      if (records.length === 1) {
        this.reject(records[0]!, reasonOf(error));
        return;
      }
    }
    const half = Math.ceil(records.length / 2);
    await this.write(records.slice(0, half));
    await this.write(records.slice(half));
  }

  reject({ line, cells }: ImportRecord, reason: string): void {
    this.rejectedCount += 1;
    this.#length += lengthOf(cells);
    const limit = rejectedMax[this.#onError];
    if (this.rejectedCount > limit || this.#length > rejectedLength)
      throw new ApiError(
        400,
        'too_many_rejected',
        `More than ${grouped(this.rejectedCount - 1)} rows are bad, the last one in line ${line}: ${reason} Nothing was imported.`,
      );
    this.#rejected.push({ line, reason, cells });
  }

  /** The rows that were rejected since the last call. */
  takeRejected(): RejectedRow[] {
    const rows = this.#rejected;
    this.#rejected = [];
    return rows;
  }
}

/** Records in parts of a bounded size; what cannot be stored is rejected. */
async function writeAll(
  records: AsyncIterable<ImportRecord>,
  writer: RowWriter,
  written: () => Promise<void>,
): Promise<void> {
  let batch: ImportRecord[] = [];
  let length = 0;
  for await (const record of records) {
    const reason = record.reason ?? unstorable(record.cells);
    if (reason === null) batch.push(record);
    else writer.reject(record, reason);
    length += lengthOf(record.cells);
    if (batch.length < batchRows && length < batchLength) continue;
    await writer.write(batch);
    batch = [];
    length = 0;
    await written();
  }
  await writer.write(batch);
}

interface ImportRun {
  client: Client;
  table: TableDetail;
  request: ImportRequest;
  records: AsyncIterable<ImportRecord>;
  /** Bytes of the file that have been read. */
  bytes: () => number;
  /** Called once the table takes rows: what fails before is a refusal, and nothing was written. */
  begun: () => WriteEvent<ImportEvent>;
  /** Runs when all rows are written, in the transaction; what it throws undoes them. */
  beforeCommit: (rows: number) => Promise<void>;
}

/**
 * Writes the rows of a file in the transaction that is open, and commits it. With `stop`, one bad row undoes all, after
 * the others were looked at too; with `skip`, the good ones stay.
 */
export async function importRows(run: ImportRun): Promise<void> {
  const { client, table, request, records, bytes, begun, beforeCommit } = run;
  const writer = new RowWriter(client, table, request);
  await writer.probe();
  const send = begun();
  const sendRejected = async () => {
    const rows = writer.takeRejected();
    if (rows.length > 0) await send({ type: 'rejected', rows });
  };
  let toldAt = 0;
  try {
    await writeAll(records, writer, async () => {
      await sendRejected();
      if (performance.now() - toldAt < progressMs) return;
      toldAt = performance.now();
      await send({ type: 'progress', rows: writer.rows, bytes: bytes() });
    });
  } catch (error) {
    if (error instanceof UnreadableFileError)
      throw new ApiError(400, 'unreadable_file', `${error.message} Nothing was imported.`, { cause: error });
    throw error;
  }
  await sendRejected();
  const { rows, rejectedCount: rejected } = writer;
  const committed = request.onError === 'skip' || rejected === 0;
  if (committed) await beforeCommit(rows);
  await client.query(committed ? 'commit' : 'rollback');
  const isKept = committed || request.target.by === 'table';
  await send({ type: 'end', committed, rows: committed ? rows : 0, rejected, id: isKept ? table.id : null });
}
