import { isIP } from 'node:net';
import type { Selectable } from 'kysely';
import type * as v from 'valibot';
import type { AssistantEndpoint, changeEndpointSchema } from '../../src/contract/assistant/assistantEndpoint.ts';
import { isLoopback } from '../../src/contract/common/loopback.ts';
import { isInnerAddress } from '../common/innerAddress.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { SecretBox } from '../database/secretBox.ts';
import type { AssistantEndpointsTable } from '../database/tables/assistant.tables.ts';
import { ApiError } from '../http/errors.ts';
import { usualContextTokens, type AssistantSettings, type ModelEndpoint } from './assistantSettings.ts';

export interface AssistantEndpointsOptions {
  db: ControlDatabase;
  secretBox: SecretBox;
  settings: AssistantSettings;
}

const contextOf = (organizationId: number): string => `organization/${organizationId}/assistant_key`;

const find = (db: ControlDatabase, organizationId: number): Promise<Selectable<AssistantEndpointsTable> | undefined> =>
  db.selectFrom('assistant_endpoints').selectAll().where('organization_id', '=', organizationId).executeTakeFirst();

/** Whether a model answers for an organization: its own, or that of the deployment. */
export const hasModel = async (
  { db, settings }: Pick<AssistantEndpointsOptions, 'db' | 'settings'>,
  organizationId: number,
): Promise<boolean> => settings.endpoint !== null || (await find(db, organizationId)) !== undefined;

/** What an organization has set, without its key. */
export async function describeEndpoint(
  { db, settings }: AssistantEndpointsOptions,
  organizationId: number,
): Promise<AssistantEndpoint> {
  const row = await find(db, organizationId);
  return {
    endpoint: row
      ? { url: row.url, model: row.model, hasKey: row.key !== null, contextTokens: row.context_tokens }
      : null,
    deploymentConfigured: settings.endpoint !== null,
  };
}

/** A name that leads to this network is refused only when it is looked up, for each request. */
function refuseInner(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (!isLoopback(host) && !(isIP(host) !== 0 && isInnerAddress(host))) return;
  throw new ApiError(400, 'validation_failed', "url: An address in the server's own network is not allowed here.", {
    fields: { url: "Enter a public address: one in the server's own network is not allowed here." },
  });
}

type ChangedEndpoint = v.InferOutput<typeof changeEndpointSchema>;
type StoredKey = Pick<Selectable<AssistantEndpointsTable>, 'url' | 'key'>;

/** Whether the stored key stays. It is sent only to the server that it was stored for. */
function keepsStoredKey({ url, key }: ChangedEndpoint, before: StoredKey | undefined): before is StoredKey {
  if (key !== undefined || before === undefined) return false;
  if (before.key === null || new URL(before.url).origin === new URL(url).origin) return true;
  const message = 'Enter the key again: the URL leads to another server.';
  throw new ApiError(400, 'validation_failed', `key: ${message}`, { fields: { key: message } });
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** Stores an organization's model. */
export async function changeEndpoint(
  options: AssistantEndpointsOptions,
  organizationId: number,
  change: ChangedEndpoint,
): Promise<AssistantEndpoint> {
  const { db, secretBox, settings } = options;
  const { url, model, key, contextTokens } = change;
  if (!settings.reachesInner) refuseInner(url);
  await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('assistant_endpoints')
      .select(['url', 'key'])
      .where('organization_id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst();
    const sealed = keepsStoredKey(change, before)
      ? before.key
      : typeof key === 'string'
        ? await secretBox.seal(key, contextOf(organizationId))
        : null;
    const values = { url: withoutSlash(url), model, key: sealed, context_tokens: contextTokens };
    await tx
      .insertInto('assistant_endpoints')
      .values({ organization_id: organizationId, ...values })
      .onConflict((target) => target.column('organization_id').doUpdateSet({ ...values, updated_at: new Date() }))
      .execute();
  });
  return await describeEndpoint(options, organizationId);
}

/** The model as it would answer with a change that is not stored, to try it. */
export async function endpointWith(
  { db, secretBox, settings }: AssistantEndpointsOptions,
  organizationId: number,
  change: ChangedEndpoint,
): Promise<ChosenEndpoint> {
  const { url, model, key, contextTokens } = change;
  if (!settings.reachesInner) refuseInner(url);
  const before = await find(db, organizationId);
  const stored = keepsStoredKey(change, before) ? before.key : null;
  return {
    url: withoutSlash(url),
    model,
    key: stored === null ? (key ?? null) : await secretBox.open(stored, contextOf(organizationId)),
    contextTokens: contextTokens ?? usualContextTokens,
    configuredBy: 'organization',
    reachesInner: settings.reachesInner,
  };
}

export async function removeEndpoint({ db }: AssistantEndpointsOptions, organizationId: number): Promise<void> {
  await db.deleteFrom('assistant_endpoints').where('organization_id', '=', organizationId).execute();
}

export interface ChosenEndpoint extends ModelEndpoint {
  configuredBy: 'organization' | 'deployment';
  /** It may be in this server's own network. */
  reachesInner: boolean;
}

/** The model that answers for an organization: its own, or else the deployment's; null without either. */
export async function chooseEndpoint(
  { db, secretBox, settings }: AssistantEndpointsOptions,
  organizationId: number,
): Promise<ChosenEndpoint | null> {
  const row = await find(db, organizationId);
  if (row === undefined)
    return settings.endpoint && { ...settings.endpoint, configuredBy: 'deployment', reachesInner: true };
  return {
    url: row.url,
    model: row.model,
    key: row.key === null ? null : await secretBox.open(row.key, contextOf(organizationId)),
    contextTokens: row.context_tokens ?? usualContextTokens,
    configuredBy: 'organization',
    reachesInner: settings.reachesInner,
  };
}
