/** The contract of the auth service, method by method of the client library: each refusal, and which methods it has. */
import { randomUUID } from 'node:crypto';
import { AuthAdminApi, AuthClient, type AuthError, type GoTrueClient } from '@supabase/auth-js';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRealTimeTestAuth, openAuthStorage, type TestAuth } from '../../support/authService.ts';

let storage: Awaited<ReturnType<typeof openAuthStorage>>;
let auth: TestAuth;
/** Of a signed-in user, and of a visitor. */
let member: GoTrueClient;
let visitor: GoTrueClient;
let admin: GoTrueClient['admin'];
let pool: Pool;

const password = 'correct horse battery staple';
const email = 'member@example.com';
const url = 'http://localhost/auth/v1';

const createClient = (): GoTrueClient =>
  new AuthClient({
    url,
    fetch: auth.fetch,
    flowType: 'pkce',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: false,
    storageKey: randomUUID(),
  });

beforeAll(async () => {
  storage = await openAuthStorage();
  pool = storage.pool;
  auth = await createRealTimeTestAuth(pool, { GOTRUE_SMTP_MAX_FREQUENCY: '0' });
  [member, visitor] = [createClient(), createClient()];
  const { data } = await member.signUp({ email, password });
  // A user's token opens none of the admin's methods.
  admin = new AuthAdminApi({
    url,
    fetch: auth.fetch,
    headers: { Authorization: `Bearer ${data.session?.access_token}` },
  });
});
afterAll(() => storage?.close());

type Result = Promise<{ error: AuthError | null }>;
/** A method, an outcome in words, the call, and the code or the name of its error. */
type Case = readonly [method: string, outcome: string, call: () => Result, refusal: string | null];

const id = '00000000-0000-4000-8000-000000000000';

const cases: readonly Case[] = [
  ['signUp', 'a taken address', () => visitor.signUp({ email, password }), 'user_already_exists'],
  ['signUp', 'a short password', () => visitor.signUp({ email: 'new@example.com', password: '123' }), 'weak_password'],
  ['signUp', 'no address', () => visitor.signUp({ email: '', password }), 'anonymous_provider_disabled'],
  ['signUp', 'a malformed address', () => visitor.signUp({ email: 'nobody', password }), 'validation_failed'],
  [
    'signUp',
    'phones switched off',
    () => visitor.signUp({ phone: '41791234567', password }),
    'phone_provider_disabled',
  ],
  ['signInAnonymously', 'switched off', () => visitor.signInAnonymously(), 'anonymous_provider_disabled'],
  [
    'signInWithPassword',
    'a wrong password',
    () => visitor.signInWithPassword({ email, password: 'no' }),
    'invalid_credentials',
  ],
  [
    'signInWithPassword',
    'an unknown address',
    () => visitor.signInWithPassword({ email: 'x@example.com', password }),
    'invalid_credentials',
  ],
  [
    'signInWithPassword',
    'phones switched off',
    () => visitor.signInWithPassword({ phone: '41791234567', password }),
    'phone_provider_disabled',
  ],
  ['signInWithPassword', 'success', () => visitor.signInWithPassword({ email, password }), null],
  [
    'signInWithOtp',
    'an unknown address',
    () => visitor.signInWithOtp({ email: 'y@example.com', options: { shouldCreateUser: false } }),
    'otp_disabled',
  ],
  [
    'signInWithOtp',
    'phones switched off',
    () => visitor.signInWithOtp({ phone: '41791234567' }),
    'phone_provider_disabled',
  ],
  ['signInWithOtp', 'success', () => visitor.signInWithOtp({ email }), null],
  ['verifyOtp', 'a wrong code', () => visitor.verifyOtp({ email, token: '000000', type: 'email' }), 'otp_expired'],
  ['verifyOtp', 'a wrong link', () => visitor.verifyOtp({ token_hash: 'none', type: 'recovery' }), 'otp_expired'],
  ['resend', 'nothing pending says the same', () => visitor.resend({ type: 'signup', email: 'z@example.com' }), null],
  [
    'resetPasswordForEmail',
    'an unknown address says the same',
    () => visitor.resetPasswordForEmail('z@example.com'),
    null,
  ],
  ['resetPasswordForEmail', 'a malformed address', () => visitor.resetPasswordForEmail('nobody'), 'validation_failed'],
  [
    'signInWithIdToken',
    'a provider that is off',
    () => visitor.signInWithIdToken({ provider: 'google', token: 'x' }),
    'provider_disabled',
  ],
  ['signInWithSSO', 'switched off', () => visitor.signInWithSSO({ domain: 'example.com' }), 'saml_provider_disabled'],
  [
    'exchangeCodeForSession',
    'without the verifier',
    () => visitor.exchangeCodeForSession(id),
    'pkce_code_verifier_not_found',
  ],
  [
    'refreshSession',
    'an unknown token',
    () => createClient().refreshSession({ refresh_token: 'unknown' }),
    'refresh_token_not_found',
  ],
  ['refreshSession', 'success', () => member.refreshSession(), null],
  [
    'setSession',
    'a malformed token',
    () => createClient().setSession({ access_token: 'a', refresh_token: 'b' }),
    'invalid_jwt',
  ],
  ['getUser', 'a malformed token', () => visitor.getUser('a.b.c'), 'bad_jwt'],
  ['getUser', 'success', () => member.getUser(), null],
  ['getClaims', 'a malformed token', () => visitor.getClaims('a.b.c'), 'invalid_jwt'],
  ['getSession', 'success', () => member.getSession(), null],
  ['updateUser', 'without a session', () => createClient().updateUser({ password }), 'AuthSessionMissingError'],
  ['updateUser', 'the same password', () => member.updateUser({ password }), 'same_password'],
  ['updateUser', 'a malformed address', () => member.updateUser({ email: 'nobody' }), 'validation_failed'],
  ['updateUser', 'phones switched off', () => member.updateUser({ phone: '41791234567' }), 'phone_provider_disabled'],
  ['reauthenticate', 'without a session', () => createClient().reauthenticate(), 'AuthSessionMissingError'],
  ['reauthenticate', 'success', () => member.reauthenticate(), null],
  ['getUserIdentities', 'success', () => member.getUserIdentities(), null],
  ['linkIdentity', 'switched off', () => member.linkIdentity({ provider: 'github' }), 'manual_linking_disabled'],
  [
    'unlinkIdentity',
    'switched off',
    async () => member.unlinkIdentity((await member.getUserIdentities()).data!.identities[0]!),
    'manual_linking_disabled',
  ],
  ['mfa.enroll', 'without a session', () => createClient().mfa.enroll({ factorType: 'totp' }), 'no_authorization'],
  ['mfa.enroll', 'success', () => member.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }), null],
  [
    'mfa.enroll',
    'a taken name',
    () => member.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' }),
    'mfa_factor_name_conflict',
  ],
  ['mfa.challenge', 'an unknown factor', () => member.mfa.challenge({ factorId: id }), 'mfa_factor_not_found'],
  [
    'mfa.verify',
    'an unknown factor',
    () => member.mfa.verify({ factorId: id, challengeId: id, code: '000000' }),
    'mfa_factor_not_found',
  ],
  ['mfa.unenroll', 'an unknown factor', () => member.mfa.unenroll({ factorId: id }), 'mfa_factor_not_found'],
  ['mfa.listFactors', 'success', () => member.mfa.listFactors(), null],
  ['mfa.getAuthenticatorAssuranceLevel', 'success', () => member.mfa.getAuthenticatorAssuranceLevel(), null],
  ['admin.createUser', 'a user’s token', () => admin.createUser({ email: 'a@example.com' }), 'not_admin'],
  ['admin.listUsers', 'a user’s token', () => admin.listUsers(), 'not_admin'],
  ['admin.getUserById', 'a user’s token', () => admin.getUserById(id), 'not_admin'],
  ['admin.updateUserById', 'a user’s token', () => admin.updateUserById(id, {}), 'not_admin'],
  ['admin.deleteUser', 'a user’s token', () => admin.deleteUser(id), 'not_admin'],
  ['admin.inviteUserByEmail', 'a user’s token', () => admin.inviteUserByEmail('a@example.com'), 'not_admin'],
  ['admin.generateLink', 'a user’s token', () => admin.generateLink({ type: 'magiclink', email }), 'not_admin'],
  ['admin.mfa.listFactors', 'a user’s token', () => admin.mfa.listFactors({ userId: id }), 'not_admin'],
  ['admin.mfa.deleteFactor', 'a user’s token', () => admin.mfa.deleteFactor({ userId: id, id }), 'not_admin'],
  ['signOut', 'success', () => member.signOut({ scope: 'global' }), null],
];

/** They work in the client, or build an address that `external.test.ts` opens. */
const sendNothing = [
  'dispose',
  'initialize',
  'isThrowOnErrorEnabled',
  'jwks',
  'jwks_cached_at',
  'onAuthStateChange',
  'signInWithOAuth',
  'startAutoRefresh',
  'stopAutoRefresh',
];

/** Wallets and passkeys, and steps of methods that are above. */
const notInContract = [
  'fetchJwk',
  'linkIdentityIdToken',
  'linkIdentityOAuth',
  'registerPasskey',
  'signInWithEthereum',
  'signInWithPasskey',
  'signInWithSolana',
  'signInWithWeb3',
];

describe('the client library', () => {
  test.each(cases)('%s: %s', async (_method, _outcome, call, refusal) => {
    const { error } = await call();
    expect(error && (error.code ?? error.name)).toBe(refusal);
  });

  test('has no method that is missing above, except those that send nothing or are not in the contract', () => {
    const covered = new Set(cases.map(([method]) => method));
    const missing = Object.getOwnPropertyNames(AuthClient.prototype).filter(
      (name) => !name.startsWith('_') && name !== 'constructor' && !covered.has(name),
    );
    expect(missing.toSorted()).toEqual([...sendNothing, ...notInContract].toSorted());
  });
});
