import { ownValue } from '../../../contract/common/ownValue.ts';
import type { Cell } from '../../../contract/sql/query.ts';
import type { CommitOutcome } from '../../../contract/tables/changes.ts';
import {
  goneComparisons,
  goneIn,
  inNamesOf,
  namesAfter,
  newNames,
  renamedValues,
  withNumbers,
  withoutColumns,
  type NumberedColumn,
} from '../../../contract/tables/columnNumbers.ts';
import { isOfColumns, keyInRowId, rowIdOf, type RowKey } from '../../../contract/tables/rowKey.ts';
import type { StagedChange } from '../../../contract/tables/stagedRow.ts';

type Values = Readonly<Record<string, Cell>>;

/** Changes by the id of their row. */
export type RowChanges = Readonly<Record<string, StagedChange>>;

/**
 * Changes that wait to be committed, in the order in which they began. They are two lists, because thousands may be
 * staged: an edit of one copies references, and no record with as many keys.
 */
export interface StagedRows {
  /** Ids of the rows. */
  rows: readonly string[];
  /** Their changes, at the same places, in the names that the columns have now. */
  changes: readonly StagedChange[];
  /** Rows whose key is called otherwise than in their ids; absent without any. */
  moved?: MovedRows | undefined;
}

interface MovedRows {
  /** Ids of these rows, by those that their keys have now. */
  ids: Readonly<Record<string, string>>;
  /** The same ids, to be looked up. */
  former: Readonly<Record<string, true>>;
}

/** What becomes of some rows; null for a row without a change. */
export type StagedDelta = Readonly<Record<string, StagedChange | null>>;

/** A stored row as it was read, by column. */
export interface StoredRow {
  key: RowKey;
  /** Without values that were cut. */
  values: Values;
  /** Of the values that were cut; absent without any. */
  fingerprints?: Readonly<Record<string, string>> | undefined;
  /** The table's columns when it was read. */
  columns?: readonly NumberedColumn[] | undefined;
}

/** A new value of a cell. */
export interface CellEdit {
  /** Id of the row. */
  row: string;
  /** The row as it was read; null for a new one. */
  stored: StoredRow | null;
  column: string;
  value: Cell;
  /** The cell gets its default instead of the value. */
  toDefault: boolean;
}

/** A row that is not stored yet, with its values by column; a column that is absent gets its default. */
export interface NewRow {
  row: string;
  cells: Values;
}

/** Rows to delete. */
export interface RowDeletion {
  row: string;
  stored: StoredRow | null;
}

/** What staged changes know a stored row by, whose key gives it this id. */
export function stagedIdOf({ moved }: StagedRows, id: string): string {
  if (moved === undefined) return id;
  // Another row had this id. A blank tells them apart, and leaves it an id of the key.
  return ownValue(moved.ids, id) ?? (Object.hasOwn(moved.former, id) ? `${id} ` : id);
}

/** Whether the change is of a row that the table's key does not identify: the table has another key now. */
export const isOfOtherKey = (key: readonly string[], change: StagedChange): boolean =>
  change.type !== 'insert' && !isOfColumns(key, change.key);

/** The changes that cannot be committed for that. */
export const unmatchedIn = (changes: readonly StagedChange[], key: readonly string[]): readonly StagedChange[] =>
  changes.filter((change) => isOfOtherKey(key, change));

/** The changes that give values to columns that are gone. */
export const ofGoneColumns = (
  changes: readonly StagedChange[],
  columns: readonly NumberedColumn[],
): readonly StagedChange[] => changes.filter((change) => goneIn(change, columns).length > 0);

export const noneStaged: StagedRows = { rows: [], changes: [] };

const places = new WeakMap<readonly string[], ReadonlyMap<string, number>>();

/** Where each row stands. Edits of rows that are staged leave the list of rows alone, and with it this index. */
function placesOf(rows: readonly string[]): ReadonlyMap<string, number> {
  const known = places.get(rows);
  if (known) return known;
  const index = new Map(rows.map((row, place) => [row, place]));
  places.set(rows, index);
  return index;
}

export const countStaged = ({ rows }: StagedRows): number => rows.length;

/** The staged change of a row. */
export function changeOf({ rows, changes }: StagedRows, row: string): StagedChange | undefined {
  const place = placesOf(rows).get(row);
  return place === undefined ? undefined : changes[place];
}

export const stagedFrom = (changes: RowChanges): StagedRows => ({
  rows: Object.keys(changes),
  changes: Object.values(changes),
});

export const changesByRow = ({ rows, changes }: StagedRows): RowChanges =>
  Object.fromEntries(rows.map((row, place) => [row, changes[place]!]));

const without = (values: Values, name: string): Record<string, Cell> => {
  const { [name]: _, ...others } = values;
  return others;
};

function editedInsert(
  change: Extract<StagedChange, { type: 'insert' }>,
  { column, value, toDefault }: CellEdit,
): StagedChange {
  const others = without(change.values, column);
  return { ...change, values: toDefault ? others : { ...others, [column]: value } };
}

function editedUpdate(
  change: Extract<StagedChange, { type: 'update' }>,
  { stored, column, value, toDefault }: CellEdit,
): StagedChange | null {
  const before =
    (Object.hasOwn(change.old, column) ? change.old[column] : stored && ownValue(stored.values, column)) ?? null;
  const values = without(change.values, column);
  const defaults = change.defaults.filter((name) => name !== column);
  const old = without(change.old, column);
  if (toDefault) return { ...change, values, old: { ...old, [column]: before }, defaults: [...defaults, column] };
  // A value that is typed back is no change.
  if (value !== before)
    return { ...change, values: { ...values, [column]: value }, old: { ...old, [column]: before }, defaults };
  return Object.keys(values).length + defaults.length === 0 ? null : { ...change, values, old, defaults };
}

const noColumns: readonly NumberedColumn[] = [];

/** Changes with the numbers that the columns had when their rows were read, in the names that they have now. */
const numbered = (
  delta: StagedDelta,
  columns: readonly NumberedColumn[],
  read: ReadonlyMap<string, StoredRow | null> = new Map(),
): StagedDelta =>
  Object.fromEntries(
    Object.entries(delta).map(([row, change]) => [
      row,
      change && inNamesOf(withNumbers(change, read.get(row)?.columns ?? columns), columns),
    ]),
  );

/** What cell edits do to the staged changes. A row that is to be deleted takes no edits. */
export function editDelta(staged: StagedRows, edits: readonly CellEdit[], columns = noColumns): StagedDelta {
  const delta: Record<string, StagedChange | null> = {};
  for (const edit of edits) {
    const { row, stored } = edit;
    const known = Object.hasOwn(delta, row) ? delta[row]! : (changeOf(staged, row) ?? null);
    if (known?.type === 'delete') continue;
    if (known?.type === 'insert') delta[row] = editedInsert(known, edit);
    else if (known !== null || stored !== null) {
      const change = known ?? { type: 'update', key: stored!.key, old: {}, values: {}, defaults: [] };
      delta[row] = editedUpdate(change, edit);
    }
  }
  return numbered(delta, columns, new Map(edits.map(({ row, stored }) => [row, stored])));
}

/** What new rows do to the staged changes. */
export const insertDelta = (rows: readonly NewRow[], columns = noColumns): StagedDelta =>
  numbered(Object.fromEntries(rows.map(({ row, cells }) => [row, { type: 'insert', values: cells }])), columns);

/** What a deletion does to the staged changes: new rows are forgotten, stored ones are marked. */
export const deletionDelta = (staged: StagedRows, rows: readonly RowDeletion[], columns = noColumns): StagedDelta => {
  const delta = Object.fromEntries(
    rows.flatMap(({ row, stored }): [string, StagedChange | null][] => {
      if (changeOf(staged, row)?.type === 'insert') return [[row, null]];
      if (stored === null) return [];
      const { key, values: old, fingerprints } = stored;
      return [[row, { type: 'delete', key, old, ...(fingerprints && { fingerprints }) }]];
    }),
  );
  return numbered(delta, columns, new Map(rows.map(({ row, stored }) => [row, stored])));
};

/** What is left of the changes without what they give to columns that are gone. */
export const leavingOutDelta = ({ rows, changes }: StagedRows, columns: readonly NumberedColumn[]): StagedDelta =>
  Object.fromEntries(
    changes.flatMap((change, place): [string, StagedChange | null][] => {
      const gone = goneIn(change, columns);
      return gone.length === 0 ? [] : [[rows[place]!, withoutColumns(change, gone)]];
    }),
  );

const named = new WeakMap<StagedChange, { columns: readonly NumberedColumn[]; change: StagedChange }>();

/** A change in the names that the columns have now: the same one for the same names. */
function namedChange(change: StagedChange, columns: readonly NumberedColumn[]): StagedChange {
  const before = named.get(change);
  if (before?.columns === columns) return before.change;
  const renamed = inNamesOf(change, columns);
  const isNumbered = (name: string) => Object.hasOwn(renamed.columns ?? {}, name);
  // An older version stored no numbers: what is gone of a row to delete can only be left out.
  const unknown = goneComparisons(renamed, columns).filter((name) => !isNumbered(name));
  const made = unknown.length === 0 ? renamed : (withoutColumns(renamed, unknown) ?? renamed);
  named.set(change, { columns, change: made });
  return made;
}

export const namedDelta = (delta: StagedDelta, columns: readonly NumberedColumn[]): StagedDelta =>
  Object.fromEntries(Object.entries(delta).map(([row, change]) => [row, change && namedChange(change, columns)]));

/** Whether some columns are called otherwise in a delta: the table was altered after one of the two was described. */
export const hasOtherNames = (delta: StagedDelta, columns: readonly NumberedColumn[]): boolean =>
  Object.values(delta).some((change) => change !== null && newNames(change, columns) !== null);

/** Rows whose key is called otherwise than in their ids. */
function movedRows(rows: readonly string[], changes: readonly StagedChange[]): MovedRows | undefined {
  const moved = changes.flatMap((change, place): [string, string][] => {
    const row = rows[place]!;
    const id = change.type === 'insert' ? row : rowIdOf(change.key);
    return id === row || keyInRowId(row) === null ? [] : [[id, row]];
  });
  if (moved.length === 0) return undefined;
  return { ids: Object.fromEntries(moved), former: Object.fromEntries(moved.map(([, row]) => [row, true])) };
}

/** What is staged, in the names that the columns of the table have now. */
export function inNames({ rows, changes: before }: StagedRows, columns: readonly NumberedColumn[]): StagedRows {
  const changes = before.map((change) => namedChange(change, columns));
  return { rows, changes, moved: movedRows(rows, changes) };
}

/** Why none of the changes was made. */
export type Refused = Exclude<CommitOutcome, { outcome: 'committed' }>;

/** The columns that a refusal is about. */
function columnsOfRefusal(refused: Refused): readonly string[] {
  switch (refused.outcome) {
    case 'conflict':
      return Object.keys({ ...refused.cells, ...refused.fingerprints });
    case 'failed':
      return refused.column === null ? [] : [refused.column];
    case 'goneColumns':
      return refused.columns;
    case 'otherKey':
      // They have the names of now.
      return [];
  }
}

/** A refusal in the names that the columns have after the table was described again. */
export function refusedInNames(
  refused: Refused,
  before: readonly NumberedColumn[],
  after: readonly NumberedColumn[],
): Refused {
  const names = before === after ? null : namesAfter(columnsOfRefusal(refused), before, after);
  if (names === null) return refused;
  const nameOf = (name: string): string => names.get(name) ?? name;
  switch (refused.outcome) {
    case 'conflict': {
      const { cells, fingerprints } = refused;
      return {
        ...refused,
        cells: cells && renamedValues(cells, names),
        ...(fingerprints && { fingerprints: renamedValues(fingerprints, names) }),
      };
    }
    case 'failed':
      return { ...refused, column: refused.column === null ? null : nameOf(refused.column) };
    case 'goneColumns':
      return { ...refused, columns: refused.columns.map(nameOf) };
    case 'otherKey':
      return refused;
  }
}

/** Steps as far as they are about other rows than those of a delta. */
export const stepsWithout = (steps: readonly StagedDelta[], rows: StagedDelta): readonly StagedDelta[] =>
  steps
    .map((step) => Object.fromEntries(Object.entries(step).filter(([row]) => !Object.hasOwn(rows, row))))
    .filter((step) => Object.keys(step).length > 0);

/** The changes after a delta. */
export function withDelta(staged: StagedRows, delta: StagedDelta): StagedRows {
  const { moved } = staged;
  const index = placesOf(staged.rows);
  const changes = [...staged.changes];
  const added: string[] = [];
  const removed = new Set<number>();
  for (const [row, change] of Object.entries(delta)) {
    const place = index.get(row);
    if (change === null) {
      if (place !== undefined) removed.add(place);
    } else if (place === undefined) {
      added.push(row);
      changes.push(change);
    } else changes[place] = change;
  }
  if (added.length + removed.size === 0) return { rows: staged.rows, changes, moved };
  const stays = (_: unknown, place: number) => !removed.has(place);
  return { rows: [...staged.rows, ...added].filter(stays), changes: changes.filter(stays), moved };
}

/** The delta that takes another one back. */
export const inverseOf = (staged: StagedRows, delta: StagedDelta): StagedDelta =>
  Object.fromEntries(Object.keys(delta).map((row) => [row, changeOf(staged, row) ?? null]));

/** What was read of a row when the change of it was found to be in conflict. */
type CurrentRow = Pick<Extract<CommitOutcome, { outcome: 'conflict' }>, 'fingerprints'> & { cells: Values };

/** The long values that a deletion compares, by column. */
export const fingerprintsOf = (change: StagedChange): Readonly<Record<string, string>> =>
  (change.type === 'delete' && change.fingerprints) || {};

/** The change of a row whose stored values were changed meanwhile, so that it overwrites them. */
export function basedOn(change: StagedChange, { cells, fingerprints = {} }: CurrentRow): StagedChange {
  if (change.type === 'insert') return change;
  const compared = [...Object.keys(change.old), ...Object.keys(fingerprintsOf(change))];
  const old = Object.fromEntries(
    compared.filter((name) => !Object.hasOwn(fingerprints, name)).map((name) => [name, ownValue(cells, name) ?? null]),
  );
  return change.type === 'update' ? { ...change, old } : { ...change, old, fingerprints };
}
