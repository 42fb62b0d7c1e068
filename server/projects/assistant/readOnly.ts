import { DatabaseError, type Client } from 'pg';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import type { ToolResult } from '../../../src/contract/assistant/tools.ts';
import type { Cell, Column, SqlError } from '../../../src/contract/sql/query.ts';
import { publicReason } from '../engines/publicReason.ts';
import { sqlErrorFrom } from '../queries/sqlError.ts';
import { StatementBatch, StatementError } from '../queries/statementBatch.ts';
import { parseStatements } from '../queries/statementEffects.ts';
import { positionInText, type Statement } from '../queries/statements.ts';

/** SQL that failed, as its author may read it. */
export class RefusedSql extends Error {
  readonly error: SqlError;

  constructor(error: SqlError, options?: ErrorOptions) {
    super(error.message, options);
    this.name = 'RefusedSql';
    this.error = error;
  }
}

/** The one statement of a text, which only reads; anything else is refused before Postgres sees it. */
export async function onlyQuery(sql: string): Promise<Statement> {
  const parsed = await parseStatements(sql);
  const [first, ...others] = parsed?.statements ?? [];
  // A syntax error: Postgres tells where.
  if (parsed === null) return { sql, start: 0 };
  if (first === undefined || others.length > 0)
    throw new RefusedSql({ code: '42601', message: 'Exactly one statement can run here.' });
  if (first.effect !== 'reads')
    throw new RefusedSql({ code: '25006', message: `${first.command} cannot run here: only queries that read can.` });
  return { sql: sql.slice(first.from, first.to), start: first.from };
}

/** Postgres' own refusal, with its place in the text. */
export function refusedBy(thrown: unknown, statement: Statement): unknown {
  const cause = thrown instanceof StatementError ? thrown.cause : thrown;
  if (!(cause instanceof DatabaseError) || /^(?:08|57|58|F0|XX)/.test(cause.code ?? 'XX')) return thrown;
  const { position } = cause;
  return new RefusedSql(
    {
      ...sqlErrorFrom(cause),
      message: publicReason(cause),
      ...(position && { position: positionInText(statement, Number(position)) }),
    },
    { cause },
  );
}

/** Runs work in a read-only transaction, which is rolled back. */
export async function readOnly<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  await client.query('begin read only');
  // From the first query on, Postgres lets nothing make the transaction writable.
  await client.query('select 1');
  try {
    return await work();
  } finally {
    await client.query('rollback').catch(() => undefined);
  }
}

/** The first rows of a query, as far as they fit. */
export async function firstRows(
  client: Client,
  statement: Statement,
  cellChars: number = assistantLimits.cellChars,
): Promise<ToolResult<'runReadOnlyQuery'>> {
  const { toolRows, toolResultChars } = assistantLimits;
  let columns: Column[] = [];
  const rows: Cell[][] = [];
  let more = false;
  let cut = false;
  let room = toolResultChars;
  const shortened = (cell: Cell): Cell => {
    if (cell === null || cell.length <= cellChars) return cell;
    cut = true;
    return `${cell.slice(0, cellChars)}…`;
  };
  const batch = client.query(
    new StatementBatch([statement], {
      rowLimit: toolRows,
      sink: {
        columns(_, described) {
          columns = [...described];
          return Promise.resolve();
        },
        rows(_, found) {
          for (const row of found) {
            const kept = row.map(shortened);
            room -= JSON.stringify(kept).length;
            if (room < 0) more = true;
            else rows.push(kept);
          }
          return Promise.resolve();
        },
        complete(_, outcome) {
          more ||= outcome.more;
          return Promise.resolve();
        },
      },
    }),
  );
  await batch.finished;
  return { columns, rows, more, cut };
}
