import type { Duplex } from 'node:stream';
import type { Connection, FieldDef, Submittable } from 'pg';
import type { Cell, Column } from '../../../src/contract/sql/query.ts';
import { boundMessages } from '../engines/boundedAnswer.ts';
import { copyUnsupportedMessage } from '../engines/engineError.ts';
import type { Statement } from './statements.ts';
import { builtInTypes } from './typeNames.ts';

/**
 * Reports of a running batch; it continues only when the promise resolves, so that a slow reader slows the database.
 */
interface BatchSink {
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
/** The database waits while this much is passed on: rows that suddenly grow, or COPY, which knows no requests. */
const portionFull = { bytes: 512 * 1024, messages: 10_000 };
/** A larger message ends the run: `pg` holds it, and its text and its JSON are in memory as well. */
const messageLimits = { dataBytes: 16 * 1024 * 1024, otherBytes: 4 * 1024 * 1024 };

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
  | { type: 'full' }
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
  readonly #arrived: Stop[] = [];
  #awaited: PromiseWithResolvers<Stop> | undefined;
  #rows: Cell[][] = [];
  #bytes = 0;
  #copied: string[] = [];
  #stream: Duplex | undefined;
  #isCopying = false;
  /** The rest of the answer is of no use. */
  #isOver = false;
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
    const unbound = boundMessages(protocol.stream, messageLimits);
    this.#stream = protocol.stream;
    void this.#drive(protocol)
      .then(this.#end.resolve, this.#end.reject)
      .finally(() => {
        protocol.off('noData', this.#noData);
        unbound();
      });
  }

  async #drive(connection: ProtocolConnection): Promise<void> {
    let failure: unknown;
    try {
      for (const [result, statement] of this.#statements.entries()) {
        try {
          await this.#run(connection, result, statement);
        } catch (error) {
          throw this.#error && error === this.#error ? new StatementError(statement, this.#error) : error;
        }
      }
    } catch (error) {
      failure = error;
      this.#isOver = true;
    }
    // The first Sync ends the implicit transaction: committed, or rolled back after an error.
    if (failure !== undefined && this.#error === undefined) {
      // The sink failed: the work so far must be rolled back, and only an error prevents Sync from committing it. A
      // COPY would first go on to its end, so its session is closed.
      if (this.#isCopying) connection.stream.destroy();
      connection.parse({ text: 'rollback' });
      connection.bind({ portal: '', statement: '', values: [] });
      connection.execute({ portal: '', rows: 0 });
    }
    connection.stream.resume();
    const ready = isReady(connection);
    connection.sync();
    await ready;
    if (failure !== undefined) throw failure;
    // A deferred constraint fails only at the commit.
    const [last] = this.#statements.slice(-1);
    if (this.#error && last) throw new StatementError(last, this.#error);
  }

  async #run(connection: ProtocolConnection, result: number, statement: Statement): Promise<void> {
    connection.parse({ text: statement.sql });
    connection.describe({ type: 'S', name: '' });
    connection.flush();
    const described = await this.#nextStop();
    const fields = described.type === 'described' ? described.fields : null;
    if (fields) await this.#sink.columns(result, await this.#nameColumns(connection, fields));

    connection.bind({ portal: '', statement: '', values: [] });
    let sent = 0;
    let more = false;
    let portion = fetchRows.first;
    for (;;) {
      connection.execute({ portal: '', rows: Math.min(portion, this.#rowLimit - sent + 1) });
      connection.flush();
      let stop: Stop;
      do {
        stop = await this.#nextStop();
        if (this.#copied.length > 0) return await this.#passCopyOn(connection, result, stop);
        const { rows, bytes } = this.#takeHeld();
        const kept = rows.slice(0, this.#rowLimit - sent);
        more ||= kept.length < rows.length;
        sent += kept.length;
        if (kept.length > 0) await this.#sink.rows(result, kept);
        if (rows.length > 0)
          portion = Math.max(1, Math.min(fetchRows.most, Math.floor(fetchBytes / Math.max(1, bytes / rows.length))));
        connection.stream.resume();
      } while (stop.type === 'full');
      if (stop.type === 'empty') return;
      if (stop.type === 'completed') {
        // The tag of a portal that was read in batches counts the last one only. Without columns it counts the written
        // rows, as for CREATE TABLE AS.
        const tag = fields !== null && stop.tag.startsWith('SELECT ') ? `SELECT ${sent}` : stop.tag;
        return await this.#sink.complete(result, { tag, rowCount: more ? sent : countIn(tag), more });
      }
      if (more) return await this.#sink.complete(result, { tag: `SELECT ${sent}`, rowCount: sent, more });
    }
  }

  /** The output of `COPY … TO STDOUT`, line by line, as a result of one column. */
  async #passCopyOn(connection: ProtocolConnection, result: number, first: Stop): Promise<void> {
    this.#isCopying = true;
    let rest = '';
    let sent = 0;
    let more = false;
    await this.#sink.columns(result, [{ name: 'copy', type: 'text', typeOid: 25 }]);
    for (let stop = first; ; stop = await this.#nextStop()) {
      const isLast = stop.type === 'completed';
      const lines = (rest + this.#takeHeld().copied.join('')).split('\n');
      rest = lines.pop() ?? '';
      if (isLast && rest !== '') lines.push(rest);
      const kept = lines.slice(0, this.#rowLimit - sent);
      more ||= kept.length < lines.length;
      sent += kept.length;
      const rows = kept.map((line) => [line]);
      if (rows.length > 0) await this.#sink.rows(result, rows);
      if (stop.type === 'completed') {
        this.#isCopying = false;
        return await this.#sink.complete(result, { tag: stop.tag, rowCount: sent, more });
      }
      connection.stream.resume();
    }
  }

  /** What has arrived and was not passed on. */
  #takeHeld(): { rows: Cell[][]; copied: string[]; bytes: number } {
    const held = { rows: this.#rows, copied: this.#copied, bytes: this.#bytes };
    this.#rows = [];
    this.#copied = [];
    this.#bytes = 0;
    return held;
  }

  /** Counts a row or a line, and lets the database wait where enough is held. */
  #hold(bytes: number): void {
    this.#bytes += bytes;
    const isFull = this.#bytes >= portionFull.bytes || this.#rows.length + this.#copied.length >= portionFull.messages;
    if (!isFull || this.#stream === undefined || this.#stream.isPaused()) return;
    this.#stream.pause();
    this.#arrive({ type: 'full' });
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
    // A portal lives as long as the transaction, also without its statement, and the next lookup needs the name.
    connection.close({ type: 'P', name: typesStatement });
    connection.close({ type: 'S', name: typesStatement });
    connection.flush();
    await this.#nextStop();
    return this.#takeHeld().rows.map(([name]) => name ?? null);
  }

  async #nextStop(): Promise<Stop> {
    if (this.#error) throw this.#error;
    const stop = this.#arrived.shift();
    if (stop) return stop;
    this.#awaited = Promise.withResolvers<Stop>();
    return await this.#awaited.promise;
  }

  #arrive(stop: Stop): void {
    if (this.#awaited) this.#awaited.resolve(stop);
    else this.#arrived.push(stop);
    this.#awaited = undefined;
  }

  readonly #noData = (): void => this.#arrive({ type: 'described', fields: null });

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#arrive({ type: 'described', fields });
  }

  handleDataRow({ fields, length }: { fields: Cell[]; length: number }): void {
    if (this.#isOver) return;
    this.#rows.push(fields);
    this.#hold(length);
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
    (connection as unknown as ProtocolConnection).sendCopyFail(copyUnsupportedMessage);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#isOver) return;
    // At once, because pg uses the buffer again. Postgres sends each row as one message.
    this.#copied.push(chunk.toString('utf8'));
    this.#hold(chunk.length);
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
