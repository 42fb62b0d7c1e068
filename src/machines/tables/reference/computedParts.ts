import type { Cell } from '../../../contract/sql/query.ts';
import type { TableDetail } from '../../../contract/tables/table.ts';
import type { OpenedCell } from '../cellEditor/cellEditor.machine.ts';

/** A column of a key that Postgres computes: a row is only chosen with the value that is there. */
export interface ComputedPart {
  column: string;
  /** Null also where it is not known, as before the row is stored: then no row can be chosen. */
  value: Cell;
}

export type ChosenCells = Readonly<Record<string, Cell>>;

/** What the key of a cell has that Postgres computes. */
export const computedParts = ({ columns }: TableDetail, { column, stored }: OpenedCell): readonly ComputedPart[] =>
  [column.name, ...(column.reference?.others ?? []).map(({ name }) => name)]
    .filter((part) => columns.find(({ name }) => name === part)?.generated === true)
    .map((part) => ({ column: part, value: stored?.values[part] ?? null }));

/** The computed columns in which a row differs from the one that is to point to it. */
export const differingParts = (computed: readonly ComputedPart[], cells: ChosenCells): readonly ComputedPart[] =>
  computed.filter(({ column, value }) => value === null || cells[column] !== value);
