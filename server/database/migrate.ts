import { sql, type Kysely } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration';
import { StartError } from '../common/startError.ts';
import { controlSchema, type ControlDatabase } from './database.ts';
import * as accounts from './migrations/001_accounts.ts';
import * as projects from './migrations/002_projects.ts';
import * as authConfigs from './migrations/003_auth_configs.ts';
import * as snippets from './migrations/004_snippets.ts';
import * as queryRuns from './migrations/005_query_runs.ts';
import * as telemetryUsers from './migrations/006_telemetry_users.ts';
import * as supportRequests from './migrations/007_support_requests.ts';
import * as historyBounds from './migrations/008_history_bounds.ts';
import * as secretKeys from './migrations/009_secret_keys.ts';
import * as projectSizes from './migrations/010_project_sizes.ts';
import * as projectActivity from './migrations/011_project_activity.ts';
import * as idempotencyKeys from './migrations/012_idempotency_keys.ts';
import * as guideSections from './migrations/013_guide_sections.ts';
import * as guideVectors from './migrations/014_guide_vectors.ts';
import * as authSettings from './migrations/015_auth_settings.ts';
import * as providerSecrets from './migrations/016_provider_secrets.ts';
import * as tableCommits from './migrations/017_table_commits.ts';
import * as accessTokens from './migrations/018_access_tokens.ts';
import * as assistantEndpoints from './migrations/019_assistant_endpoints.ts';
import * as docsSearch from './migrations/020_docs_search.ts';
import * as messageSecrets from './migrations/021_message_secrets.ts';
import * as docsRanking from './migrations/022_docs_ranking.ts';
import * as docsPostings from './migrations/023_docs_postings.ts';
import * as projectLogs from './migrations/024_project_logs.ts';
import * as docsSpaces from './migrations/025_docs_spaces.ts';
import * as docsTables from './migrations/026_docs_tables.ts';
import * as docsKept from './migrations/027_docs_kept.ts';
import * as runCancels from './migrations/028_run_cancels.ts';

/** In the order they run; a published migration never changes. */
const controlMigrations: Readonly<Record<string, Migration>> = {
  '001_accounts': accounts,
  '002_projects': projects,
  '003_auth_configs': authConfigs,
  '004_snippets': snippets,
  '005_query_runs': queryRuns,
  '006_telemetry_users': telemetryUsers,
  '007_support_requests': supportRequests,
  '008_history_bounds': historyBounds,
  '009_secret_keys': secretKeys,
  '010_project_sizes': projectSizes,
  '011_project_activity': projectActivity,
  '012_idempotency_keys': idempotencyKeys,
  '013_guide_sections': guideSections,
  '014_guide_vectors': guideVectors,
  '015_auth_settings': authSettings,
  '016_provider_secrets': providerSecrets,
  '017_table_commits': tableCommits,
  '018_access_tokens': accessTokens,
  '019_assistant_endpoints': assistantEndpoints,
  '020_docs_search': docsSearch,
  '021_message_secrets': messageSecrets,
  '022_docs_ranking': docsRanking,
  '023_docs_postings': docsPostings,
  '024_project_logs': projectLogs,
  '025_docs_spaces': docsSpaces,
  '026_docs_tables': docsTables,
  '027_docs_kept': docsKept,
  '028_run_cancels': runCancels,
};

/** Whether nothing is to be done. Kysely's own way to that answer reads the columns of all tables, twice. */
async function isMigrated<Tables>(db: Kysely<Tables>, schema: string, names: readonly string[]): Promise<boolean> {
  const { rows: found } = await sql<{ is_there: boolean }>`
    select to_regclass(format('%I.%I', ${schema}::text, ${DEFAULT_MIGRATION_TABLE}::text)) is not null as is_there`.execute(
    db,
  );
  if (found[0]?.is_there !== true) return false;
  const { rows: made } = await sql<{ name: string }>`
    select name from ${sql.id(schema, DEFAULT_MIGRATION_TABLE)}`.execute(db);
  const known = new Set(names);
  return made.length === known.size && made.every(({ name }) => known.has(name));
}

/**
 * Migrates a schema. Kysely holds an advisory lock and one transaction around all of it, so that several servers may
 * start on one database concurrently and a failure leaves nothing half done.
 */
export async function migrateSchema<Tables>(
  db: Kysely<Tables>,
  schema: string,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  try {
    if (await isMigrated(db, schema, Object.keys(migrations))) return;
    const migrator = new Migrator({
      db,
      migrationTableSchema: schema,
      provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
    });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
  } catch (error) {
    throw new StartError(
      `Could not migrate the database schema "${schema}": ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

export const migrateControlDatabase = (db: ControlDatabase): Promise<void> =>
  migrateSchema(db, controlSchema, controlMigrations);
