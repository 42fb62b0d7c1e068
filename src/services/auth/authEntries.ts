import { userColumnsSchema } from '../../contract/auth/projectUser.ts';
import { entry } from '../browser/storage.ts';

/** The columns of the list of users (specification, section 3). */
export const usersColumns = entry('auth-users-columns', userColumnsSchema);
