import {
  accountDeletionSchema,
  type AccountDeletion,
  type DeleteAccount,
} from '../../contract/accounts/accountDeletion.ts';
import { get, nothing, post } from '../http/http.ts';

const path = '/profile/deletion';

/** What deleting the account would mean now. */
export const previewDeletion = (signal: AbortSignal): Promise<AccountDeletion> =>
  get(path, accountDeletionSchema, { signal });

/** Deletes the account of the signed-in user. */
export const deleteAccount = (request: DeleteAccount, signal: AbortSignal): Promise<void> =>
  post(path, request, nothing, { signal });
