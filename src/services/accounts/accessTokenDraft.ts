import { accessTokenDraftSchema, type AccessTokenDraft } from '../../contract/accounts/accessTokenDraft.ts';
import { entry, readStored, removeStored, storageUnavailable, writeStored } from '../browser/storage.ts';

const tokenDraft = entry('access-token-draft', accessTokenDraftSchema);

/** The form for a token as it was left. */
export const loadTokenDraft = (): AccessTokenDraft | null => readStored(tokenDraft);

export function keepTokenDraft({ draft }: { draft: AccessTokenDraft }): void {
  if (!writeStored(tokenDraft, draft)) throw new Error(storageUnavailable);
}

export const deleteTokenDraft = (): void => removeStored(tokenDraft);
