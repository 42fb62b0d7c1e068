import * as v from 'valibot';
import { constraintKinds } from '../../contract/tables/constraint.ts';
import { entry } from '../browser/storage.ts';

/** As typed, in the drafts of all forms of tables. */
export const constraintsDraft = v.array(
  v.object({ storedName: v.nullable(v.string()), kind: v.picklist(constraintKinds), definition: v.string() }),
);

/** As typed: what is not complete yet is kept too. */
const draftSchema = v.object({
  version: v.string(),
  shape: v.object({
    name: v.string(),
    comment: v.string(),
    rowSecurity: v.boolean(),
    columns: v.array(
      v.object({
        storedName: v.nullable(v.string()),
        name: v.string(),
        dataType: v.string(),
        using: v.string(),
        default: v.string(),
        nullable: v.boolean(),
        identity: v.boolean(),
        generated: v.string(),
        comment: v.string(),
      }),
    ),
    constraints: constraintsDraft,
  }),
});

/** By project and table: the draft of its changes. */
export const shapeDraft = entry('edit-table', draftSchema);
