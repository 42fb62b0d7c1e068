import type { Logger } from 'pino';
import * as v from 'valibot';
import { providerNameOf, type ExternalProvider } from '../../src/contract/accounts/externalProvider.ts';
import { platformStatusSchema } from '../../src/contract/common/platformStatus.ts';
import type { RuntimeConfig } from '../../src/contract/common/runtimeConfig.ts';
import { providerId } from '../auth/externalSettings.ts';

/** What the page has to know of its platform before its first request. */
export type PlatformFacts = Pick<
  RuntimeConfig,
  'version' | 'auth' | 'postgresVersions' | 'automaticRls' | 'engine' | 'incident'
>;

/** The part of `GET {authUrl}/settings` that the page needs. */
const authSettingsSchema = v.object({
  disable_signup: v.boolean(),
  mailer_autoconfirm: v.boolean(),
  /** The reference service does not tell them. */
  mailer_otp_length: v.optional(v.number()),
  sms_otp_length: v.optional(v.number()),
  external: v.optional(v.record(v.string(), v.unknown()), {}),
});

/** What the settings of an auth service list beside its providers. */
const otherWays: ReadonlySet<string> = new Set(['email', 'phone', 'anonymous_users', 'saml', 'web3']);

/** The ids are all that a remote service tells. */
const providersIn = (external: Readonly<Record<string, unknown>>): ExternalProvider[] =>
  Object.keys(external)
    .filter((id) => external[id] === true && !otherWays.has(id) && providerId.test(id))
    .map((id) => ({ id, name: providerNameOf(id) }));

const timeLimitMs = 2_000;
const freshMs = 5_000;

const isElsewhere = (address: string): boolean => URL.canParse(address);

interface PlatformFactsOptions {
  apiUrl: string;
  authUrl: string;
  /** The facts of this server. */
  own(): Promise<PlatformFacts>;
  log: Logger;
  now?: () => number;
  ask?: typeof fetch;
}

/**
 * The facts of the platform that the page calls. Where it runs elsewhere it is asked, at most every five seconds, and
 * only the first page waits for it. While it does not answer, its last facts count, or what most platforms have: the
 * page shows that the platform does not answer.
 */
export function createPlatformFacts({
  apiUrl,
  authUrl,
  own,
  log,
  now = Date.now,
  ask = fetch,
}: PlatformFactsOptions): () => Promise<PlatformFacts> {
  const read = async <Schema extends v.GenericSchema>(address: string, schema: Schema) => {
    const response = await ask(address, { signal: AbortSignal.timeout(timeLimitMs), redirect: 'error' });
    if (!response.ok) throw new Error(`${address} answered with status ${response.status}.`);
    return v.parse(schema, await response.json());
  };
  const known: Partial<PlatformFacts> = {};
  let asked: { at: number; answer: Promise<unknown> } | null = null;

  const askApi = async (): Promise<void> => {
    const status = await read(`${apiUrl}/status`, platformStatusSchema);
    if (status.version !== undefined) known.version = status.version;
    known.engine = status.engine ?? 'postgres';
    known.incident = status.incident ?? false;
    if (status.postgres_versions !== undefined) known.postgresVersions = status.postgres_versions;
    if (status.automatic_rls !== undefined) known.automaticRls = status.automatic_rls;
  };
  const askAuth = async (): Promise<void> => {
    const settings = await read(`${authUrl}/settings`, authSettingsSchema);
    known.auth = {
      signupDisabled: settings.disable_signup,
      autoconfirm: settings.mailer_autoconfirm,
      providers: providersIn(settings.external),
      ...(settings.mailer_otp_length !== undefined &&
        settings.sms_otp_length !== undefined && {
          codeLengths: { email: settings.mailer_otp_length, sms: settings.sms_otp_length },
        }),
    };
  };
  const refresh = (): Promise<unknown> =>
    Promise.all([isElsewhere(apiUrl) && askApi(), isElsewhere(authUrl) && askAuth()]).catch((error: unknown) =>
      log.warn({ err: error }, 'the remote platform did not report its settings'),
    );

  return async () => {
    const mine = await own();
    if (!isElsewhere(apiUrl) && !isElsewhere(authUrl)) return mine;
    if (asked === null) {
      asked = { at: now(), answer: refresh() };
    } else if (now() - asked.at >= freshMs) {
      // The page does not wait for it: the next one goes by it.
      asked = { at: now(), answer: asked.answer };
      void refresh();
    }
    await asked.answer;
    return {
      ...mine,
      ...(isElsewhere(apiUrl) && { engine: 'postgres', automaticRls: true, incident: false }),
      ...(isElsewhere(authUrl) && { auth: { signupDisabled: false, autoconfirm: false } }),
      ...known,
    };
  };
}
