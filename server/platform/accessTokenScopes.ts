import type { AccessTokenScope } from '../../src/contract/accounts/accessToken.ts';

interface Rule {
  /** Below the API's base. */
  path: RegExp;
  /** What a request that only reads needs; null where no token is enough. */
  read: AccessTokenScope | null;
  write: AccessTokenScope | null;
}

/** The first that matches decides. Routes that none names take the token of a session only. */
const rules: readonly Rule[] = [
  { path: /^\/profile(?:\/permissions)?$/, read: 'profile:read', write: null },
  // Where an organization's conversations go is decided in the dashboard only.
  { path: /^\/organizations\/[^/]+\/assistant$/, read: 'organizations:read', write: null },
  { path: /^\/organizations\/[^/]+\/assistant\/test$/, read: null, write: null },
  // So is an organization's plan.
  { path: /^\/organizations\/[^/]+\/plan$/, read: null, write: null },
  { path: /^\/organizations(?:\/|$)/, read: 'organizations:read', write: 'organizations:write' },
  { path: /^\/projects\/[^/]+\/api-keys$/, read: 'secrets:read', write: null },
  // Requests that read with a body.
  { path: /^\/projects\/[^/]+\/tables\/[^/]+\/(?:rows|count|value|export)$/, read: null, write: 'database:read' },
  {
    path: /^\/projects\/[^/]+\/(?:database|tables|snippets|connection|activity|query-history)(?:\/|$)/,
    read: 'database:read',
    write: 'database:write',
  },
  { path: /^\/projects(?:\/[^/]+(?:\/feed)?)?$/, read: 'projects:read', write: 'projects:write' },
  {
    path: /^\/projects\/[^/]+\/(?:pause|restart|restore|upgrade|resize)$/,
    read: null,
    write: 'projects:write',
  },
  { path: /^\/auth\/[^/]+(?:\/|$)/, read: 'auth:read', write: 'auth:write' },
];

/** The scope that a token needs for a request; null for a request that takes no token. */
export function requiredScope(method: string, path: string): AccessTokenScope | null {
  const below = path.replace(/^\/api(?:\/platform)?(?=\/)/, '');
  const rule = rules.find((each) => each.path.test(below));
  if (rule === undefined) return null;
  return method === 'GET' || method === 'HEAD' ? rule.read : rule.write;
}
