import * as v from 'valibot';

/** What an access token may do, one word of the picker each. A token reaches nothing that no scope names. */
export const accessTokenScopes = [
  'profile:read',
  'organizations:read',
  'organizations:write',
  'projects:read',
  'projects:write',
  'database:read',
  'database:write',
  'secrets:read',
  'auth:read',
  'auth:write',
] as const;
export type AccessTokenScope = (typeof accessTokenScopes)[number];

export const accessTokenNameMaxLength = 100;
const expiryMaxDays = 366;
/** The choices for the lifetime of a token, in days; null for no end. */
export const accessTokenLifetimes = [7, 30, 90, 365, null] as const;

/** How every access token begins, so that scanners of source code recognize one. */
export const accessTokenPrefix = 'bct_';

export const newAccessTokenSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Enter a name.'),
    v.maxLength(accessTokenNameMaxLength, `Use at most ${accessTokenNameMaxLength} characters.`),
    // Postgres stores no zero character.
    v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Use printable characters only.'),
  ),
  scopes: v.pipe(
    v.array(v.picklist(accessTokenScopes)),
    v.minLength(1, 'Choose at least one permission.'),
    v.maxLength(accessTokenScopes.length),
  ),
  /** Days until it expires; null for never. */
  expires_in_days: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(expiryMaxDays))),
});
export type NewAccessToken = v.InferInput<typeof newAccessTokenSchema>;

const scopeListSchema = v.pipe(
  v.array(v.string()),
  // A newer server may know more scopes than this app.
  v.transform((scopes) => accessTokenScopes.filter((scope) => scopes.includes(scope))),
);

/** A token as its user sees it later: without the token. */
export const accessTokenSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** The last characters, which tell tokens apart. */
  hint: v.string(),
  scopes: scopeListSchema,
  created_at: v.string(),
  expires_at: v.nullable(v.string()),
  last_used_at: v.nullable(v.string()),
});
export type AccessToken = v.InferOutput<typeof accessTokenSchema>;

/** The only answer with the token itself. */
export const createdAccessTokenSchema = v.object({ ...accessTokenSchema.entries, token: v.string() });
export type CreatedAccessToken = v.InferOutput<typeof createdAccessTokenSchema>;
