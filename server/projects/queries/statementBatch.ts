import type { Connection, FieldDef, Submittable } from 'pg';
import type { Cell, Column } from '../../../src/contract/sql/query.ts';
import { boundAnswer, type BoundedAnswer } from '../engines/boundedAnswer.ts';
import type { Statement } from './statements.ts';
import { builtInTypes } from './typeNames.ts';

/**
 * Reports of a running batch; it continues only when the promise resolves, so that a slow reader slows the database.
 */
export interface BatchSink {
  columns(result: number, columns: readonly Column[]): Promise<void>;
  rows(result: number, rows: readonly (readonly Cell[])[]): Promise<void>;
  complete(result: number, outcome: { tag: string; rowCount: number | null; more: boolean }): Promise<void>;
}

/** A statement of the batch failed; the cause is Postgres's own error. */
export class StatementError extends Error {
  readonly statement: Statement;

  constructor(statement: Statement, cause: Error) {
    super(cause.message, { cause });
    this.name = 'StatementError';
    this.statement = statement;
  }
}

/** Rows per request: as many as fit this many bytes, estimated from the previous rows. */
const fetchBytes = 256 * 1024;
const fetchRows = { first: 10, most: 2_000 };
/** A batch above this size ends the run: rows of unpredictable size, one COPY, or endless notices. */
const portionMaxBytes = 128 * 1024 * 1024;

const typesStatement = 'basechart_types';

/** pg's actual connection; its typings describe an older one (pg/lib/connection.js). */
interface ProtocolConnection extends Pick<Connection, 'on' | 'once' | 'off' | 'stream'> {
  parse(query: { name?: string; text: string; types?: readonly number[] }): void;
  describe(target: { type: 'S' | 'P'; name: string }): void;
  bind(target: { portal: string; statement: string; values: readonly string[] }): void;
  execute(target: { portal: string; rows: number }): void;
  close(target: { type: 'S' | 'P'; name: string }): void;
  flush(): void;
  sync(): void;
  sendCopyFail(reason: string): void;
}

type Stop =
  | { type: 'described'; fields: readonly FieldDef[] | null }
  | { type: 'suspended' }
  | { type: 'completed'; tag: string }
  | { type: 'empty' };

/**
 * Runs statements by the extended protocol without a Sync between them: they are one implicit transaction, like a text
 * of several statements in Postgres, and each portal is read in batches, so that a limit ends the work of the database
 * and no result has to fit in memory. To be passed to `client.query`; `finished` settles when the session is ready
 * again.
 */
export class StatementBatch implements Submittable {
  readonly finished: Promise<void>;
  readonly #statements: readonly Statement[];
  readonly #rowLimit: number;
  readonly #sink: BatchSink;
  readonly #end = Promise.withResolvers<void>();
  #arrived: Stop | undefined;
  #awaited: PromiseWithResolvers<Stop> | undefined;
  #rows: Cell[][] = [];
  #bytes = 0;
  #copied: string[] = [];
  #error: Error | undefined;

  constructor(statements: readonly Statement[], options: { rowLimit?: number; sink: BatchSink }) {
    this.#statements = statements;
    this.#rowLimit = options.rowLimit ?? Number.POSITIVE_INFINITY;
    this.#sink = options.sink;
    this.finished = this.#end.promise;
  }

  submit(connection: Connection): void {
    const protocol = connection as unknown as ProtocolConnection;
    protocol.on('noData', this.#noData);
    const answer = boundAnswer(protocol.stream, portionMaxBytes);
    void this.#drive(protocol, answer)
      .then(this.#end.resolve, this.#end.reject)
      .finally(() => {
        protocol.off('noData', this.#noData);
        answer.end();
      });
  }

  async #drive(connection: ProtocolConnection, answer: BoundedAnswer): Promise<void> {
    let failure: unknown;
    try {
      for (const [result, statement] of this.#statements.entries()) {
        try {
          await this.#run(connection, answer, result, statement);
        } catch (error) {
          throw this.#error && error === this.#error ? new StatementError(statement, this.#error) : error;
        }
      }
    } catch (error) {
      failure = error;
    }
    // The first Sync ends the implicit transaction: committed, or rolled back after an error.
    if (failure !== undefined && this.#error === undefined) {
      // The sink failed: the work so far must be rolled back, and only an error prevents Sync from committing it.
      connection.parse({ text: 'rollback' });
      connection.bind({ portal: '', statement: '', values: [] });
      connection.execute({ portal: '', rows: 0 });
    }
    const ready = isReady(connection);
    connection.sync();
    await ready;
    if (failure !== undefined) throw failure;
    // A deferred constraint fails only at the commit.
    const [last] = this.#statements.slice(-1);
    if (this.#error && last) throw new StatementError(last, this.#error);
  }

  async #run(
    connection: ProtocolConnection,
    answer: BoundedAnswer,
    result: number,
    statement: Statement,
  ): Promise<void> {
    connection.parse({ text: statement.sql });
    connection.describe({ type: 'S', name: '' });
    connection.flush();
    const described = await this.#nextStop();
    const fields = described.type === 'described' ? described.fields : null;
    if (fields) await this.#sink.columns(result, await this.#nameColumns(connection, fields));

    connection.bind({ portal: '', statement: '', values: [] });
    let sent = 0;
    let portion = fetchRows.first;
    for (;;) {
      connection.execute({ portal: '', rows: Math.min(portion, this.#rowLimit - sent + 1) });
      connection.flush();
      const stop = await this.#nextStop();
      const rows = this.#rows;
      const bytes = this.#bytes;
      this.#rows = [];
      this.#bytes = 0;
      const kept = sent + rows.length > this.#rowLimit ? rows.slice(0, this.#rowLimit - sent) : rows;
      const more = kept.length < rows.length;
      sent += kept.length;
      if (kept.length > 0) await this.#sink.rows(result, kept);
      answer.taken();
      if (stop.type === 'empty') return;
      if (stop.type === 'completed') {
        if (this.#copied.length > 0) return await this.#reportCopy(result, stop.tag);
        // The tag of a portal that was read in batches counts the last one only. Without columns it counts the written
        // rows, as for CREATE TABLE AS.
        const tag = fields !== null && stop.tag.startsWith('SELECT ') ? `SELECT ${sent}` : stop.tag;
        return await this.#sink.complete(result, { tag, rowCount: more ? sent : countIn(tag), more });
      }
      if (more) return await this.#sink.complete(result, { tag: `SELECT ${sent}`, rowCount: sent, more });
      portion = Math.max(
        1,
        Math.min(fetchRows.most, Math.floor(fetchBytes / Math.max(1, bytes / Math.max(1, rows.length)))),
      );
    }
  }

  /** The output of `COPY … TO STDOUT`, line by line, as a result of one column. */
  async #reportCopy(result: number, tag: string): Promise<void> {
    const lines = this.#copied.join('').split('\n');
    this.#copied = [];
    if (lines.at(-1) === '') lines.pop();
    const kept = lines.slice(0, Math.min(lines.length, this.#rowLimit));
    await this.#sink.columns(result, [{ name: 'copy', type: 'text', typeOid: 25 }]);
    await this.#sink.rows(
      result,
      kept.map((line) => [line]),
    );
    await this.#sink.complete(result, { tag, rowCount: kept.length, more: kept.length < lines.length });
  }

  async #nameColumns(connection: ProtocolConnection, fields: readonly FieldDef[]): Promise<Column[]> {
    const known = (field: FieldDef) => (field.dataTypeModifier === -1 ? builtInTypes.get(field.dataTypeID) : undefined);
    const unknown = fields.filter((field) => known(field) === undefined);
    const names = unknown.length > 0 ? await this.#lookUpTypes(connection, unknown) : [];
    return fields.map((field) => ({
      name: field.name,
      typeOid: field.dataTypeID,
      type: known(field) ?? names[unknown.indexOf(field)] ?? String(field.dataTypeID),
    }));
  }

  /** Queried inside the same transaction, because the previous statement may have created a type. */
  async #lookUpTypes(connection: ProtocolConnection, fields: readonly FieldDef[]): Promise<(string | null)[]> {
    const list = (numbers: readonly number[]) => `{${numbers.join(',')}}`;
    connection.parse({
      name: typesStatement,
      text: 'select pg_catalog.format_type(t.oid, t.modifier) from rows from (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[])) with ordinality as t (oid, modifier, place) order by t.place',
    });
    connection.bind({
      portal: typesStatement,
      statement: typesStatement,
      values: [list(fields.map((field) => field.dataTypeID)), list(fields.map((field) => field.dataTypeModifier))],
    });
    connection.execute({ portal: typesStatement, rows: 0 });
    connection.close({ type: 'S', name: typesStatement });
    connection.flush();
    await this.#nextStop();
    const names = this.#rows.map(([name]) => name ?? null);
    this.#rows = [];
    this.#bytes = 0;
    return names;
  }

  async #nextStop(): Promise<Stop> {
    if (this.#error) throw this.#error;
    if (!this.#arrived) {
      this.#awaited = Promise.withResolvers<Stop>();
      return await this.#awaited.promise;
    }
    const stop = this.#arrived;
    this.#arrived = undefined;
    return stop;
  }

  #arrive(stop: Stop): void {
    if (this.#awaited) this.#awaited.resolve(stop);
    else this.#arrived = stop;
    this.#awaited = undefined;
  }

  readonly #noData = (): void => this.#arrive({ type: 'described', fields: null });

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#arrive({ type: 'described', fields });
  }

  handleDataRow({ fields, length }: { fields: Cell[]; length: number }): void {
    this.#rows.push(fields);
    this.#bytes += length;
  }

  handlePortalSuspended(): void {
    this.#arrive({ type: 'suspended' });
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#arrive({ type: 'completed', tag: text });
  }

  handleEmptyQuery(): void {
    this.#arrive({ type: 'empty' });
  }

  handleCopyInResponse(connection: Connection): void {
    (connection as unknown as ProtocolConnection).sendCopyFail('COPY FROM STDIN is not supported here. Use INSERT.');
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.#copied.push(Buffer.from(chunk).toString('utf8'));
  }

  handleError(error: Error): void {
    this.#error ??= error;
    this.#awaited?.reject(this.#error);
    this.#awaited = undefined;
  }

  /** Listens on the connection itself, because pg calls this only for queries without an error. */
  handleReadyForQuery(): void {}
}

/** Resolves when the session accepts the next query, or when the connection is gone. */
function isReady(connection: ProtocolConnection): Promise<void> {
  if (connection.stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const settle = () => {
      connection.off('readyForQuery', settle);
      connection.stream.off('close', settle);
      resolve();
    };
    connection.once('readyForQuery', settle);
    connection.stream.once('close', settle);
  });
}

/** The number in a command tag, such as `SELECT 3` or `INSERT 0 3`; null where the command counts nothing. */
function countIn(tag: string): number | null {
  const digits = /\s(\d+)$/.exec(tag)?.[1];
  return digits === undefined ? null : Number(digits);
}
