import type { ProjectUser } from '../../contract/auth/projectUser.ts';

/** What a user is called here. */
export const nameOf = (user: Pick<ProjectUser, 'email' | 'phone'> | null): string =>
  user?.email || user?.phone || 'Anonymous user';
