import type { GenericSchema, InferOutput } from 'valibot';
import { fromPromise } from 'xstate';
import {
  readStored,
  removeStored,
  storageUnavailable,
  writeStored,
  type Entry,
} from '../../services/browser/storage.ts';

function keep<Schema extends GenericSchema>(stored: Entry<Schema>, draft: InferOutput<Schema>, member?: string): void {
  if (!writeStored(stored, draft, member)) throw new Error(storageUnavailable);
}

/** The services of the part `draft`: the form as it was left, in the browser's storage. */
export const storedDraft = <Schema extends GenericSchema>(stored: Entry<Schema>) => ({
  loadDraft: fromPromise<InferOutput<Schema> | null, undefined>(async () => readStored(stored)),
  keepDraft: fromPromise<void, { draft: InferOutput<Schema> }>(async ({ input }) => keep(stored, input.draft)),
  deleteDraft: fromPromise<void, undefined>(async () => removeStored(stored)),
});

/**
 * The same for one of several drafts, such as one for each project, by what tells them apart. One in which nothing is
 * typed is not stored.
 */
export const storedDraftBy = <Schema extends GenericSchema, Key extends object>(
  stored: Entry<Schema>,
  memberOf: (key: Key) => string,
  isUntouched: (draft: InferOutput<Schema>) => boolean = () => false,
) => ({
  loadDraft: fromPromise<InferOutput<Schema> | null, Key>(async ({ input }) => readStored(stored, memberOf(input))),
  keepDraft: fromPromise<void, Key & { draft: InferOutput<Schema> }>(async ({ input }) => {
    if (isUntouched(input.draft)) removeStored(stored, memberOf(input));
    else keep(stored, input.draft, memberOf(input));
  }),
  deleteDraft: fromPromise<void, Key>(async ({ input }) => removeStored(stored, memberOf(input))),
});
