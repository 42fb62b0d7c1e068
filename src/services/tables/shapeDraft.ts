import * as v from 'valibot';
import { constraintKinds } from '../../contract/tables/shape.ts';
import { entry } from '../browser/storage.ts';

const storedName = v.nullable(v.string());

/** As typed: what is not complete yet is kept too. */
const draftSchema = v.object({
  version: v.string(),
  shape: v.object({
    name: v.string(),
    comment: v.string(),
    rowSecurity: v.boolean(),
    columns: v.array(
      v.object({
        storedName,
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
    constraints: v.array(v.object({ storedName, kind: v.picklist(constraintKinds), definition: v.string() })),
  }),
});

/** By project and table: the draft of its changes. */
export const shapeDraft = entry('edit-table', draftSchema);
