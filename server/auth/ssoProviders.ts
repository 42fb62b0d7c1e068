import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { errorCode } from '../common/errorCode.ts';
import { AuthError } from './auth.errors.ts';
import type { AuthDatabase, SsoProvidersTable } from './auth.tables.ts';
import type { AuthContext } from './authContext.ts';
import { isUuid } from './authenticate.ts';

export interface SsoProvider extends Selectable<SsoProvidersTable> {
  domains: string[];
}

interface SsoProviderInput {
  metadataXml?: string | undefined;
  domains?: readonly string[] | undefined;
  emailAttribute?: string | null | undefined;
}

const notFound = () => new AuthError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain');
const taken = (cause: unknown) =>
  new AuthError(422, 'saml_idp_already_exists', 'SAML provider with this entity ID or domain already exists', {
    cause,
  });

const domainFormat = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;

function parseDomains(domains: readonly string[]): string[] {
  const parsed = [...new Set(domains.map((domain) => domain.trim().toLowerCase()))];
  if (parsed.length === 0 || parsed.length > 100 || !parsed.every((domain) => domainFormat.test(domain)))
    throw new AuthError(400, 'validation_failed', 'domains has to list one to 100 domains');
  return parsed;
}

const withDomains = async (db: AuthDatabase, rows: Selectable<SsoProvidersTable>[]): Promise<SsoProvider[]> => {
  const domains = await db.selectFrom('sso_domains').selectAll().orderBy('domain').execute();
  return rows.map((row) => ({
    ...row,
    domains: domains.filter(({ sso_provider_id: id }) => id === row.id).map(({ domain }) => domain),
  }));
};

export const listSsoProviders = async ({ db }: AuthContext): Promise<SsoProvider[]> =>
  withDomains(db, await db.selectFrom('sso_providers').selectAll().orderBy('created_at').limit(1_000).execute());

/** The provider with this id, or the one that has this domain of an email address. */
export async function requireSsoProvider(
  { db }: Pick<AuthContext, 'db'>,
  by: { id: string } | { domain: string },
): Promise<SsoProvider> {
  if ('id' in by && !isUuid(by.id)) throw notFound();
  const row = await db
    .selectFrom('sso_providers')
    .selectAll()
    .where('id', '=', (id) =>
      'id' in by
        ? id.val(by.id)
        : id.selectFrom('sso_domains').select('sso_provider_id').where('domain', '=', by.domain.trim().toLowerCase()),
    )
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return (await withDomains(db, [row]))[0]!;
}

const setDomains = async (tx: AuthDatabase, id: string, domains: readonly string[]): Promise<void> => {
  await tx.deleteFrom('sso_domains').where('sso_provider_id', '=', id).execute();
  await tx
    .insertInto('sso_domains')
    .values(domains.map((domain) => ({ domain, sso_provider_id: id })))
    .execute();
};

/** Adds a provider, or changes the one with the id. */
export async function saveSsoProvider(
  context: AuthContext,
  id: string | null,
  { metadataXml, domains, emailAttribute }: SsoProviderInput,
): Promise<SsoProvider> {
  const { db, now } = context;
  // Its parser loads with the first provider.
  const metadata = metadataXml === undefined ? null : (await import('./samlMetadata.ts')).readSamlMetadata(metadataXml);
  const parsedDomains = domains === undefined ? null : parseDomains(domains);
  if (id === null && (metadata === null || parsedDomains === null))
    throw new AuthError(400, 'validation_failed', 'metadata_xml and domains are required');
  const existing = id === null ? null : await requireSsoProvider(context, { id });
  const moment = now();
  const columns = {
    ...(metadata !== null &&
      metadataXml !== undefined && {
        entity_id: metadata.entityId,
        sso_url: metadata.ssoUrl,
        certificates: metadata.certificates,
        metadata_xml: metadataXml,
      }),
    ...(emailAttribute !== undefined && { email_attribute: emailAttribute }),
    updated_at: moment,
  };
  try {
    return await db.transaction().execute(async (tx) => {
      const providerId = existing?.id ?? randomUUID();
      if (existing === null) {
        const row = {
          id: providerId,
          email_attribute: null,
          created_at: moment,
          entity_id: '',
          sso_url: '',
          certificates: [],
          metadata_xml: '',
          ...columns,
        };
        await tx.insertInto('sso_providers').values(row).execute();
      } else {
        await tx.updateTable('sso_providers').set(columns).where('id', '=', providerId).execute();
      }
      if (parsedDomains !== null) await setDomains(tx, providerId, parsedDomains);
      return await requireSsoProvider({ db: tx }, { id: providerId });
    });
  } catch (error) {
    if (errorCode(error) === '23505') throw taken(error);
    throw error;
  }
}

/** Deletes a provider. Its users stay, and can no longer sign in. */
export async function deleteSsoProvider(context: AuthContext, id: string): Promise<SsoProvider> {
  const provider = await requireSsoProvider(context, { id });
  await context.db.deleteFrom('sso_providers').where('id', '=', provider.id).execute();
  return provider;
}
