import { DatabaseError, escapeIdentifier, type Client } from 'pg';
import type { Cell } from '../../../src/contract/sql/query.ts';
import type { CommitChanges, CommitOutcome, RowChange } from '../../../src/contract/tables/changes.ts';
import { isOfColumns } from '../../../src/contract/tables/rowKey.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import { ApiError } from '../../http/errors.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import { sqlErrorFrom } from '../queries/sqlError.ts';
import { namedChange, withSentNames } from './namedChange.ts';
import {
  asText,
  byKey,
  columnOf,
  hasFingerprint,
  relationName,
  shownParts,
  shownText,
  type Readable,
  type Statement,
} from './readStatement.ts';
import { beginAs } from './viewAs.ts';

/** The row is as it was read. Types without an equality, such as json, are compared as they are written. */
const asRead = (table: TableDetail, old: Readonly<Record<string, Cell>>, values: Cell[]): string[] =>
  Object.entries(old).map(
    ([name, cell]) => `(${asText(columnOf(table, name))}) is not distinct from $${values.push(cell)}::text`,
  );

function insertStatement(table: TableDetail, given: Readonly<Record<string, Cell>>): Statement {
  const names = Object.keys(given);
  const target = relationName(table);
  if (names.length === 0) return { text: `insert into ${target} default values`, values: [] };
  const columns = names.map((name) => escapeIdentifier(columnOf(table, name).name));
  return {
    text: `insert into ${target} (${columns.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    values: Object.values(given),
  };
}

/** The statement of one change, which changes one row or none. */
export function changeStatement(readable: Readable, change: RowChange): Statement {
  const { table } = readable;
  if (change.type === 'insert') return insertStatement(table, change.values);
  const values: Cell[] = [];
  const target = relationName(table);
  if (change.type === 'delete') {
    const all = [
      byKey(readable, change.key, values),
      ...asRead(table, change.old, values),
      ...Object.entries(change.fingerprints ?? {}).map(([name, fingerprint]) =>
        hasFingerprint(columnOf(table, name), fingerprint, values),
      ),
    ];
    return { text: `delete from ${target} as t where ${all.join(' and ')}`, values };
  }
  const set = [
    ...Object.entries(change.values).map(
      ([name, cell]) => `${escapeIdentifier(columnOf(table, name).name)} = $${values.push(cell)}`,
    ),
    ...change.defaults.map((name) => `${escapeIdentifier(columnOf(table, name).name)} = default`),
  ];
  const all = [byKey(readable, change.key, values), ...asRead(table, change.old, values)];
  return { text: `update ${target} as t set ${set.join(', ')} where ${all.join(' and ')}`, values };
}

/** For the row that was changed meanwhile, which the answer holds. */
const currentMaxBytes = 32 * 1024 * 1024;

/** The columns that were compared as they are now; null where the row is gone. Others may be of any length. */
async function readCurrent(
  client: Client,
  readable: Readable,
  change: Exclude<RowChange, { type: 'insert' }>,
): Promise<Pick<Extract<CommitOutcome, { outcome: 'conflict' }>, 'cells' | 'fingerprints'>> {
  const { table } = readable;
  const { key, old } = change;
  const values: Cell[] = [];
  const whole = Object.keys(old);
  const long = Object.keys((change.type === 'delete' && change.fingerprints) || {});
  const read = [
    ...whole.map((name) => asText(columnOf(table, name))),
    // An earlier change of the transaction, which is rolled back, may have made this version of the row.
    ...long.map((name) => shownText(columnOf(table, name), 'hash')),
  ];
  const text = `select ${read.join(', ') || '1'} from ${relationName(table)} as t where ${byKey(readable, key, values)}`;
  const {
    rows: [row],
  } = await withBoundedAnswer(client, currentMaxBytes, () => client.query<Cell[]>({ text, values, rowMode: 'array' }));
  if (row === undefined) return { cells: null };
  const shown = long.map((name, index) => ({ name, ...shownParts(row[whole.length + index] ?? null) }));
  return {
    cells: Object.fromEntries([
      ...whole.map((name, index) => [name, row[index] ?? null] as const),
      ...shown.map(({ name, text: beginning }) => [name, beginning] as const),
    ]),
    ...(long.length > 0 && {
      fingerprints: Object.fromEntries(
        shown.flatMap(({ name, fingerprint }) => (fingerprint === null ? [] : [[name, fingerprint]])),
      ),
    }),
  };
}

/** The only column of a constraint; null where it has several or none. */
async function constrainedColumn(client: Client, { id }: TableDetail, constraint: string): Promise<string | null> {
  const {
    rows: [row],
  } = await client.query<{ name: string }>(
    `select a.attname as name from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and c.conkey = array[a.attnum]
     where c.conrelid = $1 and c.conname = $2`,
    [id, constraint],
  );
  return row?.name ?? null;
}

/** Refusals of the server or of the connection, which say nothing about a change. */
const notTheChanges = /^(?:08|53|57|58|F0|XX)/;

const isRefusal = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && !notTheChanges.test(error.code ?? 'XX');

/** Values that their types refuse, and those that a domain does. */
const mistyped = /^(?:22|23514$)/;

/** A parameter that Postgres could not read, as the outermost context of its error names it in any language. */
const unreadParameter = /^[^"]*?\$(\d+)/;

/**
 * The column whose value its type refuses, which Postgres does not name: it tells at most the parameter. A value that
 * is read and then too long or too large for its column is found by making a row of each value alone.
 */
async function mistypedColumn(
  client: Client,
  { table, viewAs }: Readable,
  given: Readonly<Record<string, Cell>>,
  { where = '' }: DatabaseError,
): Promise<string | null> {
  // The values come first among the parameters.
  const named = unreadParameter.exec(where.split('\n').at(-1)!)?.[1];
  const byNumber = named === undefined ? undefined : Object.keys(given)[Number(named) - 1];
  if (byNumber !== undefined) return byNumber;
  const text = `select jsonb_populate_record(null::${relationName(table)}, jsonb_build_object($1::text, $2::text)) is null`;
  let tried: string | null = null;
  await beginAs(client, viewAs, 'read only');
  try {
    for (const [name, cell] of Object.entries(given)) {
      tried = name;
      if (cell !== null) await client.query(text, [name, cell]);
    }
    tried = null;
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    if (!mistyped.test(refusal.code ?? '')) tried = null;
  }
  await client.query('rollback');
  return tried;
}

async function failureOf(
  client: Client,
  readable: Readable,
  index: number,
  change: RowChange,
  error: DatabaseError,
): Promise<CommitOutcome> {
  const { column, constraint = null } = error;
  const named = column ?? (constraint === null ? null : await constrainedColumn(client, readable.table, constraint));
  const given = change.type === 'delete' ? null : change.values;
  return {
    outcome: 'failed',
    change: index,
    error: sqlErrorFrom(error),
    column:
      named ??
      (given !== null && mistyped.test(error.code ?? '') ? await mistypedColumn(client, readable, given, error) : null),
    constraint,
  };
}

/**
 * Makes all changes in one transaction, or none. A change that would reach another number of rows than one is a
 * conflict: the row was changed or deleted after it was read, or a policy hides it. A change that is found by other
 * columns than the table's key is refused: they may find another row. So is one that gives a value to a column that was
 * dropped.
 *
 * @param beforeCommit Runs when all changes are done, in the transaction; what it throws undoes them.
 */
export async function commitChanges(
  client: Client,
  table: TableDetail,
  { changes, viewAs }: Pick<CommitChanges, 'changes' | 'viewAs'>,
  beforeCommit: () => Promise<void>,
): Promise<CommitOutcome> {
  const named = changes.map((change) => namedChange(change, table));
  const otherKey = named.findIndex(({ change }) => change.type !== 'insert' && !isOfColumns(table.key, change.key));
  if (otherKey !== -1) return { outcome: 'otherKey', change: otherKey, key: table.key };
  const ofGone = named.findIndex(({ gone }) => gone.length > 0);
  const { gone = [], sentName } = named[ofGone] ?? {};
  if (sentName) return { outcome: 'goneColumns', change: ofGone, columns: gone.map(sentName) };
  const statements = named.map(({ change }) => changeStatement({ table, viewAs }, change));
  await beginAs(client, viewAs, 'read write');
  let index = 0;
  try {
    for (const { text, values } of statements) {
      const { rowCount } = await client.query(text, values);
      const one = named[index]!;
      if (rowCount !== 1 && one.change.type !== 'insert') {
        const current = await readCurrent(client, { table, viewAs }, one.change);
        await client.query('rollback');
        return withSentNames({ outcome: 'conflict', change: index, ...current }, one);
      }
      index += 1;
    }
    // A deferred constraint fails only here; Postgres does not tell which change broke it.
    index = changes.length - 1;
    await beforeCommit();
    await client.query('commit');
    return { outcome: 'committed', count: changes.length };
  } catch (error) {
    const refused = isRefusal(error);
    if (refused || error instanceof ApiError) await client.query('rollback');
    if (!refused) throw error;
    const one = named[index]!;
    return withSentNames(await failureOf(client, { table, viewAs }, index, one.change, error), one);
  }
}
