import * as v from 'valibot';
import { constraintKinds, type Shape } from '../../contract/tables/shape.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';

/** A table of a project. */
interface Target {
  ref: string;
  id: number;
}

interface ShapeDraft {
  version: string;
  shape: Shape;
}

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
const shapeDraft = entry('edit-table', draftSchema);

const memberOf = ({ ref, id }: Target): string => `${ref}/${id}`;

export const loadShapeDraft = (target: Target): ShapeDraft | null => readStored(shapeDraft, memberOf(target));

export function keepShapeDraft({ draft, ...target }: Target & { draft: ShapeDraft }): void {
  if (!writeStored(shapeDraft, draft, memberOf(target))) throw new Error(storageUnavailable);
}

export const deleteShapeDraft = (target: Target): void => removeStored(shapeDraft, memberOf(target));
