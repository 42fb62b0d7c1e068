import * as v from 'valibot';
import { qualifiedName, quotedName } from '../sql/quotedName.ts';
import { nameSchema } from './names.ts';

/** What happens to rows whose row in the other table is deleted, or whose key there changes. */
export const referenceActions = ['no action', 'restrict', 'cascade', 'set null', 'set default'] as const;
export type ReferenceAction = (typeof referenceActions)[number];

/** The column of another table that one column refers to. */
export const columnReferenceSchema = v.object({
  schema: nameSchema,
  /** Null for the column's own table, whatever its name will be. */
  table: v.nullable(nameSchema),
  column: nameSchema,
  onDelete: v.picklist(referenceActions),
  onUpdate: v.picklist(referenceActions),
});
type ColumnReference = v.InferOutput<typeof columnReferenceSchema>;

interface References extends Omit<ColumnReference, 'table' | 'column'> {
  table: string;
  columns: readonly string[];
}

/** As SQL writes it after `references`. */
export const referencesSql = ({ schema, table, columns, onDelete, onUpdate }: References): string =>
  `${qualifiedName(schema, table)} (${columns.map(quotedName).join(', ')})` +
  (onDelete === 'no action' ? '' : ` on delete ${onDelete}`) +
  (onUpdate === 'no action' ? '' : ` on update ${onUpdate}`);
