import * as v from 'valibot';
import { referenceActions } from '../../contract/tables/foreignKey.ts';
import { entry } from '../browser/storage.ts';
import { constraintsDraft } from './shapeDraft.ts';

const referenceSchema = v.object({
  schema: v.string(),
  table: v.nullable(v.string()),
  column: v.string(),
  onDelete: v.picklist(referenceActions),
  onUpdate: v.picklist(referenceActions),
});

/** As typed: what is not complete yet is kept too. */
const draftSchema = v.object({
  schema: v.string(),
  name: v.string(),
  comment: v.string(),
  rowSecurity: v.boolean(),
  columns: v.array(
    v.object({
      name: v.string(),
      dataType: v.string(),
      default: v.string(),
      references: v.fallback(v.nullable(referenceSchema), null),
      check: v.optional(v.string(), ''),
      generated: v.optional(v.string(), ''),
      nullable: v.boolean(),
      unique: v.boolean(),
      primaryKey: v.boolean(),
      identity: v.boolean(),
      comment: v.optional(v.string(), ''),
    }),
  ),
  constraints: v.optional(constraintsDraft, []),
});

/** By project: the draft of a new table. */
export const tableDraft = entry('new-table', draftSchema);
