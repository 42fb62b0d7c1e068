import { accessTokenLifetimes, type AccessTokenScope } from '../../contract/accounts/accessToken.ts';

/** What a token with each scope may do. */
export const scopeTexts: Readonly<Record<AccessTokenScope, { label: string; description: string }>> = {
  'profile:read': { label: 'Read your profile', description: 'Your name, email address, and permissions.' },
  'organizations:read': { label: 'Read organizations', description: 'Your organizations and their members.' },
  'organizations:write': { label: 'Change organizations', description: 'Create organizations.' },
  'projects:read': { label: 'Read projects', description: 'Your projects and their status.' },
  'projects:write': {
    label: 'Change projects',
    description: 'Create, pause, restore, restart, upgrade, and delete projects, and change their compute size.',
  },
  'database:read': {
    label: 'Read databases',
    description: 'Tables with their rows, saved queries, activity, and how to connect.',
  },
  'database:write': { label: 'Change databases', description: 'Run any SQL, and change tables and rows.' },
  'secrets:read': { label: 'Read API keys', description: 'All keys of your projects, which give access to all data.' },
  'auth:read': { label: 'Read project users', description: 'The users of your projects, and the auth settings.' },
  'auth:write': {
    label: 'Change project users',
    description: 'Invite, change, and delete them; change auth settings.',
  },
};

const lifetimeText = (days: number | null): string => {
  if (days === null) return 'No expiration';
  return days === 365 ? '1 year' : `${days} days`;
};

/** The lifetimes as options of a field. */
export const lifetimeOptions = accessTokenLifetimes.map((days) => ({
  value: String(days),
  label: lifetimeText(days),
}));

export const lifetimeOf = (value: string): number | null => (value === 'null' ? null : Number(value));
