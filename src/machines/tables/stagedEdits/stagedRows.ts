import type { Cell } from '../../../contract/sql/query.ts';
import type { RowChange } from '../../../contract/tables/changes.ts';

type Values = Readonly<Record<string, Cell>>;

/** Changes that wait to be committed, by the id of their row, in the order in which they began. */
export type StagedRows = Readonly<Record<string, RowChange>>;

/** What becomes of some rows; null for a row without a change. */
export type StagedDelta = Readonly<Record<string, RowChange | null>>;

/** A stored row as it was read, by column, without values that were cut. */
export interface StoredRow {
  key: readonly string[];
  values: Values;
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

/** The id of a stored row: its key. */
export const rowIdOf = (key: readonly string[]): string => JSON.stringify(key);

/** The key in the id of a row; null for a new row, which has none. */
export function keyInRowId(id: string): readonly string[] | null {
  try {
    const key: unknown = JSON.parse(id);
    return Array.isArray(key) && key.every((value) => typeof value === 'string') ? key : null;
  } catch {
    return null;
  }
}

const without = (values: Values, name: string): Record<string, Cell> => {
  const { [name]: _, ...others } = values;
  return others;
};

function editedInsert(
  change: Extract<RowChange, { type: 'insert' }>,
  { column, value, toDefault }: CellEdit,
): RowChange {
  const others = without(change.values, column);
  return { type: 'insert', values: toDefault ? others : { ...others, [column]: value } };
}

function editedUpdate(
  change: Extract<RowChange, { type: 'update' }>,
  { stored, column, value, toDefault }: CellEdit,
): RowChange | null {
  const before = (column in change.old ? change.old[column] : stored?.values[column]) ?? null;
  const values = without(change.values, column);
  const defaults = change.defaults.filter((name) => name !== column);
  const old = without(change.old, column);
  if (toDefault) return { ...change, values, old: { ...old, [column]: before }, defaults: [...defaults, column] };
  // A value that is typed back is no change.
  if (value !== before)
    return { ...change, values: { ...values, [column]: value }, old: { ...old, [column]: before }, defaults };
  return Object.keys(values).length + defaults.length === 0 ? null : { ...change, values, old, defaults };
}

/** What cell edits do to the staged changes. A row that is to be deleted takes no edits. */
export function editDelta(staged: StagedRows, edits: readonly CellEdit[]): StagedDelta {
  const delta: Record<string, RowChange | null> = {};
  for (const edit of edits) {
    const { row, stored } = edit;
    const known = row in delta ? delta[row]! : (staged[row] ?? null);
    if (known?.type === 'delete') continue;
    if (known?.type === 'insert') delta[row] = editedInsert(known, edit);
    else if (known !== null || stored !== null) {
      const change = known ?? { type: 'update', key: [...stored!.key], old: {}, values: {}, defaults: [] };
      delta[row] = editedUpdate(change, edit);
    }
  }
  return delta;
}

/** What new rows do to the staged changes. */
export const insertDelta = (rows: readonly NewRow[]): StagedDelta =>
  Object.fromEntries(rows.map(({ row, cells }) => [row, { type: 'insert', values: cells }]));

/** What a deletion does to the staged changes: new rows are forgotten, stored ones are marked. */
export const deletionDelta = (staged: StagedRows, rows: readonly RowDeletion[]): StagedDelta =>
  Object.fromEntries(
    rows.flatMap(({ row, stored }): [string, RowChange | null][] => {
      if (staged[row]?.type === 'insert') return [[row, null]];
      return stored === null ? [] : [[row, { type: 'delete', key: [...stored.key], old: stored.values }]];
    }),
  );

/** Steps as far as they are about other rows than those of a delta. */
export const stepsWithout = (steps: readonly StagedDelta[], rows: StagedDelta): readonly StagedDelta[] =>
  steps
    .map((step) => Object.fromEntries(Object.entries(step).filter(([row]) => !(row in rows))))
    .filter((step) => Object.keys(step).length > 0);

/** The changes after a delta. */
export function withDelta(staged: StagedRows, delta: StagedDelta): StagedRows {
  const next: Record<string, RowChange> = { ...staged };
  for (const [row, change] of Object.entries(delta)) {
    if (change === null) delete next[row];
    else next[row] = change;
  }
  return next;
}

/** The delta that takes another one back. */
export const inverseOf = (staged: StagedRows, delta: StagedDelta): StagedDelta =>
  Object.fromEntries(Object.keys(delta).map((row) => [row, staged[row] ?? null]));

/** The change of a row whose stored values were changed meanwhile, so that it overwrites them. */
export function basedOn(change: RowChange, current: Values): RowChange {
  if (change.type === 'insert') return change;
  return {
    ...change,
    old: Object.fromEntries(Object.keys(change.old).map((name) => [name, current[name] ?? null])),
  };
}
