import { profileSchema, type Profile } from '../../contract/accounts/profile.ts';
import type { ProfileNames } from '../../contract/accounts/profileNames.ts';
import { patch } from '../http/http.ts';

/** Changes the names of the signed-in user. */
export const saveNames = (names: ProfileNames, signal: AbortSignal): Promise<Profile> =>
  patch('/profile', names, profileSchema, { signal });
