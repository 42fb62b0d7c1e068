import * as v from 'valibot';
import { recordByName } from '../common/recordByName.ts';

/** How a user arranged the columns of a table in this browser. */
export const columnLayoutSchema = v.object({
  /** Names of the columns; those that are absent come last, as in the table. */
  order: v.array(v.string()),
  /** In pixels, by name, where the user chose one. */
  widths: recordByName(v.number()),
  /** Names of the columns that stay in place while the others are scrolled. */
  frozen: v.optional(v.array(v.string()), []),
  /** The time zone that moments are shown in; null for as Postgres writes them. */
  zone: v.optional(v.nullable(v.string()), null),
});
export type ColumnLayout = v.InferOutput<typeof columnLayoutSchema>;

export const ownLayout: ColumnLayout = { order: [], widths: {}, frozen: [], zone: null };

/** Columns in their arranged order: those that are frozen come first. */
export function arranged<Column extends { name: string }>(
  columns: readonly Column[],
  { order, frozen }: Pick<ColumnLayout, 'order' | 'frozen'>,
): readonly Column[] {
  const places = new Map(order.map((name, place) => [name, place]));
  const placeOf = ({ name }: Column) =>
    (places.get(name) ?? order.length) - (frozen.includes(name) ? order.length + 1 : 0);
  return columns.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The order after a column is moved among others; unchanged where it cannot be. */
export function moved(names: readonly string[], name: string, to: number): readonly string[] {
  if (!names.includes(name) || to < 0 || to >= names.length) return names;
  const others = names.filter((one) => one !== name);
  return [...others.slice(0, to), name, ...others.slice(to)];
}
