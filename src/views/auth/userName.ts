import type { ProjectUser } from '../../contract/auth/projectUser.ts';

export const isBanned = (user: Pick<ProjectUser, 'banned_until'> | null): boolean =>
  user !== null && user.banned_until !== null;

/** What a user is called here. */
export const nameOf = (user: Pick<ProjectUser, 'email' | 'phone'> | null): string =>
  user?.email || user?.phone || 'Anonymous user';

const providerNames: Readonly<Record<string, string>> = {
  email: 'Email',
  phone: 'Phone',
  github: 'GitHub',
  google: 'Google',
};

/** How people call what a user signs in with; a provider that the project has added is named as it was there. */
export const providerName = (provider: string): string => providerNames[provider] ?? provider;
