import type { ProjectUser } from '../../contract/auth/projectUser.ts';

export const isBanned = (user: Pick<ProjectUser, 'banned_until'> | null): boolean =>
  user !== null && user.banned_until !== null;

/** What a user is called here. */
export const nameOf = (user: Pick<ProjectUser, 'email' | 'phone'> | null): string =>
  user?.email || user?.phone || 'Anonymous user';
