import { randomUUID } from 'node:crypto';
import type { Profile, SAML } from '@node-saml/node-saml';
import * as v from 'valibot';
import { parseEmail } from './addresses.ts';
import { recordEvent } from './audit.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { isUuid } from './authenticate.ts';
import type { ClientInfo } from './clientInfo.ts';
import { createAuthCode } from './flowState.ts';
import type { Pkce } from './oneTimeTokens.ts';
import { requireSsoProvider, type SsoProvider } from './ssoProviders.ts';
import { isBanned, lockUser, type User } from './users.ts';

/** How long a user may take at the provider. */
export const samlFlowLifetimeMs = 300_000;
const clockSkewMs = 30_000;

const metadataUrlOf = ({ settings }: Pick<AuthContext, 'settings'>): string =>
  `${settings.externalUrl}/sso/saml/metadata`;
const acsUrlOf = ({ settings }: Pick<AuthContext, 'settings'>): string => `${settings.externalUrl}/sso/saml/acs`;

/** The service provider that this service is to one identity provider, for the one request with this id. */
async function serviceProvider(
  context: Pick<AuthContext, 'settings'>,
  provider: Pick<SsoProvider, 'entity_id' | 'sso_url' | 'certificates'>,
  { requestId, createdAt }: { requestId: string; createdAt: Date },
): Promise<SAML> {
  // It takes 100 ms to load, and most servers have no identity provider.
  const saml = await import('@node-saml/node-saml');
  return new saml.SAML({
    issuer: metadataUrlOf(context),
    audience: metadataUrlOf(context),
    callbackUrl: acsUrlOf(context),
    entryPoint: provider.sso_url,
    idpIssuer: provider.entity_id,
    idpCert: provider.certificates,
    // The assertion itself is signed, wherever it stands in the response.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: saml.ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: samlFlowLifetimeMs,
    acceptedClockSkewMs: clockSkewMs,
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
    // Requests are rows of the database, which are used up once: no response is accepted twice.
    cacheProvider: {
      saveAsync: (_, value) => Promise.resolve({ value, createdAt: createdAt.getTime() }),
      getAsync: (key) => Promise.resolve(key === requestId ? createdAt.toISOString() : null),
      removeAsync: (key) => Promise.resolve(key),
    },
  });
}

/** What this service tells identity providers about itself. */
export async function serviceMetadata(context: Pick<AuthContext, 'settings'>): Promise<string> {
  const provider = await serviceProvider(
    context,
    { entity_id: 'unknown', sso_url: 'https://unknown.invalid/', certificates: ['unknown'] },
    { requestId: 'unknown', createdAt: new Date(0) },
  );
  return provider.generateServiceProviderMetadata(null, null);
}

/** Begins a sign-in; returns where the browser goes. */
export async function startSamlSignIn(
  context: AuthContext,
  provider: SsoProvider,
  { redirectTo, pkce }: { redirectTo: string; pkce: Pkce },
): Promise<string> {
  const [relayState, requestId, createdAt] = [randomUUID(), `_${randomUUID()}`, context.now()];
  await context.db
    .insertInto('saml_relay_states')
    .values({
      id: relayState,
      sso_provider_id: provider.id,
      request_id: requestId,
      redirect_to: redirectTo,
      code_challenge: pkce.challenge,
      code_challenge_method: pkce.method,
      created_at: createdAt,
    })
    .execute();
  const serving = await serviceProvider(context, provider, { requestId, createdAt });
  return await serving.getAuthorizeUrlAsync(relayState, undefined, {});
}

interface SamlFlow {
  provider: SsoProvider;
  requestId: string;
  redirectTo: string;
  pkce: Pkce;
  createdAt: Date;
}

/** Uses up the sign-in that a response belongs to, once; null for an unknown, used or expired one. */
export async function takeSamlFlow(context: AuthContext, relayState: string): Promise<SamlFlow | null> {
  if (!isUuid(relayState)) return null;
  const row = await context.db
    .deleteFrom('saml_relay_states')
    .where('id', '=', relayState)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined || context.now().getTime() - row.created_at.getTime() > samlFlowLifetimeMs) return null;
  return {
    provider: await requireSsoProvider(context, { id: row.sso_provider_id }),
    requestId: row.request_id,
    redirectTo: row.redirect_to,
    pkce: { challenge: row.code_challenge, method: row.code_challenge_method },
    createdAt: row.created_at,
  };
}

const refused = (message: string, cause?: unknown) => new AuthError(403, 'saml_assertion_invalid', message, { cause });

/** The parts of a signed assertion that the library does not insist on. */
const assertionSchema = v.object({
  Assertion: v.object({
    Conditions: v.tuple([v.object({ AudienceRestriction: v.array(v.unknown()) })]),
    Subject: v.tuple([
      v.object({
        SubjectConfirmation: v.tuple([
          v.object({
            $: v.object({ Method: v.literal('urn:oasis:names:tc:SAML:2.0:cm:bearer') }),
            SubjectConfirmationData: v.tuple([
              v.object({ $: v.object({ Recipient: v.string(), InResponseTo: v.string(), NotOnOrAfter: v.string() }) }),
            ]),
          }),
        ]),
      }),
    ]),
  }),
});

/** Checks what was signed itself: the response around it is not, so it may be another one. */
function requireBearer(context: AuthContext, profile: Profile, flow: SamlFlow): void {
  const parsed = v.safeParse(assertionSchema, profile.getAssertion?.());
  // The library reads the issuer of the response around it only.
  if (profile.issuer !== flow.provider.entity_id) throw refused('SAML Assertion is by another issuer');
  if (!parsed.success) throw refused('SAML Assertion lacks its audience or the confirmation of its subject');
  const { Recipient, InResponseTo, NotOnOrAfter } =
    parsed.output.Assertion.Subject[0].SubjectConfirmation[0].SubjectConfirmationData[0].$;
  if (Recipient !== acsUrlOf(context)) throw refused('SAML Assertion is meant for another recipient');
  if (InResponseTo !== flow.requestId) throw refused('SAML Assertion answers another request');
  if (!(Date.parse(NotOnOrAfter) + clockSkewMs > context.now().getTime())) throw refused('SAML Assertion has expired');
}

const nameIdMaxLength = 1_024;
const responseMaxLength = 200_000;

/** What the provider says about the user: an id that stays, and an address of one of its domains. */
export async function readSamlResponse(
  context: AuthContext,
  flow: SamlFlow,
  response: string,
): Promise<{ subject: string; email: string }> {
  const { provider, requestId, createdAt } = flow;
  const xml = Buffer.from(response, 'base64').toString();
  if (xml.length > responseMaxLength || /<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw refused('SAML Response is too long or has a document type');
  let profile: Profile | null;
  try {
    const serving = await serviceProvider(context, provider, { requestId, createdAt });
    ({ profile } = await serving.validatePostResponseAsync({ SAMLResponse: response }));
  } catch (cause) {
    throw refused('SAML Assertion is not valid', cause);
  }
  if (profile === null) throw refused('SAML Response has no assertion');
  requireBearer(context, profile, flow);
  const subject = profile.nameID;
  if (typeof subject !== 'string' || subject === '' || subject.length > nameIdMaxLength)
    throw refused('SAML Assertion names no subject');
  const attribute = provider.email_attribute === null ? profile.email : profile[provider.email_attribute];
  const given = typeof attribute === 'string' && attribute !== '' ? attribute : subject;
  let email: string;
  try {
    email = parseEmail(given);
  } catch (cause) {
    throw new AuthError(422, 'saml_assertion_no_email', 'SAML Assertion does not contain an email address', { cause });
  }
  // A provider speaks for its own domains only.
  if (!provider.domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new AuthError(422, 'saml_domain_mismatch', 'The identity provider is not responsible for this email address');
  return { subject, email };
}

/** Signs the user in, whom the first sign-in creates; returns a code for the browser that began. */
export const finishSamlSignIn = (
  context: AuthContext,
  { provider, pkce }: SamlFlow,
  { subject, email, client }: { subject: string; email: string; client: ClientInfo },
): Promise<string> =>
  context.db.transaction().execute(async (tx) => {
    const moment = context.now();
    const name = `sso:${provider.id}`;
    const known = await tx
      .selectFrom('identities')
      .select('user_id')
      .where('provider', '=', name)
      .where('provider_id', '=', subject)
      .executeTakeFirst();
    const user =
      known === undefined
        ? await createSsoUser(context, tx, { name, subject, email, client })
        : await lockUser(tx, known.user_id);
    if (user === undefined) throw new AuthError(403, 'user_not_found', 'User does not exist');
    if (isBanned(user, moment)) throw new AuthError(403, 'user_banned', 'User is banned');
    return await createAuthCode(context, tx, user, { pkce, amr: 'sso/saml' }, moment);
  });

async function createSsoUser(
  { settings, now }: AuthContext,
  tx: AuthDatabase,
  { name, subject, email, client }: { name: string; subject: string; email: string; client: ClientInfo },
): Promise<User> {
  const moment = now();
  const data = JSON.stringify({ sub: subject, email, email_verified: true, phone_verified: false });
  const user = await tx
    .insertInto('users')
    .values({
      id: randomUUID(),
      aud: settings.jwtAudience,
      role: 'authenticated',
      email,
      phone: null,
      encrypted_password: null,
      email_confirmed_at: moment,
      phone_confirmed_at: null,
      last_sign_in_at: null,
      raw_app_meta_data: JSON.stringify({ provider: name, providers: [name] }),
      raw_user_meta_data: data,
      // Its address is no key: another account with the address stays separate.
      is_sso_user: true,
      is_anonymous: false,
      created_at: moment,
      updated_at: moment,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('identities')
    .values({
      id: randomUUID(),
      user_id: user.id,
      provider: name,
      provider_id: subject,
      identity_data: data,
      email,
      last_sign_in_at: moment,
      created_at: moment,
      updated_at: moment,
    })
    .execute();
  await recordEvent(tx, { userId: user.id, action: 'user_signedup', client, details: { provider: name } }, moment);
  return user;
}
