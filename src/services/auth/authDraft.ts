import { authDraftSchema, type AuthDraft } from '../../contract/auth/authDraft.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';

/** By project: edits of its auth settings that are not saved. */
const authDraft = entry('auth-settings', authDraftSchema);

interface OfProject {
  ref: string;
}

export const loadAuthDraft = ({ ref }: OfProject): AuthDraft | null => readStored(authDraft, ref);

export function keepAuthDraft({ ref, draft }: OfProject & { draft: AuthDraft }): void {
  if (Object.keys(draft.edits).length === 0) removeStored(authDraft, ref);
  else if (!writeStored(authDraft, draft, ref)) throw new Error(storageUnavailable);
}
