import type { Logger } from 'pino';
import type { ProjectStatus } from '../../../src/contract/projects/projectStatus.ts';
import { errorCode } from '../../common/errorCode.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import { readDatabaseBytes } from '../databases/databaseBytes.ts';
import type { EnginePool } from '../databases/enginePool.ts';
import type { DatabaseSpec, ProjectDatabases } from '../databases/projectDatabases.ts';
import type { Engine } from '../engines/engine.ts';
import { EngineError } from '../engines/engineError.ts';
import { publicReason } from '../engines/publicReason.ts';
import { openSecrets } from '../secrets/projectSecrets.ts';
import type { Health, WorkFailure } from './lifecycle.machine.ts';

/**
 * The database work that the lifecycle's chart starts. Every step is idempotent and may be repeated after an
 * interruption.
 */
export interface DatabaseWork {
  createDatabase(ref: string): Promise<void>;
  openDatabase(ref: string): Promise<void>;
  prepareDatabase(ref: string): Promise<void>;
  stopDatabase(ref: string): Promise<void>;
  startDatabase(ref: string): Promise<void>;
  restartDatabase(ref: string): Promise<void>;
  upgradeDatabase(ref: string): Promise<void>;
  removeDatabase(ref: string): Promise<void>;
  checkDatabase(ref: string): Promise<Health>;
}

/** Stored properties that a project's database is created from. */
interface SpecSource {
  db: ControlDatabase;
  secretBox: SecretBox;
}

interface DatabaseWorkOptions extends SpecSource {
  databases: ProjectDatabases;
  engines: EnginePool;
  recordSize(ref: string, bytes: number): Promise<void>;
  log: Logger;
}

const checkMs = 10_000;

/** An invalid_catalog_name or a refused connection is a result; an unreachable server is none. */
const findings = new Set(['3D000', '28000', '28P01', '55000', '42501']);

export function createDatabaseWork({
  db,
  secretBox,
  databases,
  engines,
  recordSize,
  log,
}: DatabaseWorkOptions): DatabaseWork {
  /** Opens the database and stores its version and size. */
  const wake = async (
    ref: string,
    first: (engine: Engine) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> => {
    const version = await engines.use(ref, async (engine) => {
      await first(engine);
      await recordSize(ref, await engine.lease(readDatabaseBytes));
      return await engine.version();
    });
    await db.updateTable('projects').set({ db_version: version }).where('ref', '=', ref).execute();
  };

  return {
    async createDatabase(ref) {
      await engines.close(ref);
      await databases.create(await readSpec({ db, secretBox }, ref));
    },
    async openDatabase(ref) {
      await engines.use(ref, () => Promise.resolve());
    },
    async prepareDatabase(ref) {
      const spec = await readSpec({ db, secretBox }, ref);
      await wake(ref, (engine) => databases.furnish(spec, engine));
    },
    async stopDatabase(ref) {
      await engines.close(ref);
      await databases.shut(ref);
    },
    async startDatabase(ref) {
      await databases.unshut(ref);
      await wake(ref);
    },
    async restartDatabase(ref) {
      await engines.close(ref);
      // Ends the sessions of all other roles as well.
      await databases.shut(ref);
      await databases.unshut(ref);
      await wake(ref);
    },
    async upgradeDatabase(ref) {
      await wake(ref).catch((error: unknown) => {
        throw Object.assign(asError(error), { databaseDown: true } satisfies WorkFailure);
      });
      await engines.use(ref, upgradeExtensions);
    },
    async removeDatabase(ref) {
      await engines.close(ref);
      await databases.remove(ref);
    },
    async checkDatabase(ref) {
      try {
        await engines.use(ref, async (engine) => {
          // An engine with one session is healthy if it is open: a health check would wait behind its user.
          if (engine.capabilities.sessions)
            await engine.lease(({ client }) => client.query('select'), { signal: AbortSignal.timeout(checkMs) });
        });
        return { healthy: true, reason: null };
      } catch (error) {
        if (!(error instanceof EngineError || findings.has(errorCode(error) ?? ''))) throw error;
        log.warn({ err: error, ref }, 'the project database is unhealthy');
        return { healthy: false, reason: publicReason(error) };
      }
    },
  };
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Updates every installed extension to the engine's version, all or none. */
async function upgradeExtensions(engine: Engine): Promise<void> {
  await engine.lease(async ({ client }) => {
    const { rows } = await client.query<{ name: string }>(`
      select e.extname as name from pg_extension e join pg_available_extensions a on a.name = e.extname
      where e.extversion <> a.default_version order by e.oid`);
    await client.query('begin');
    for (const { name } of rows) await client.query(`alter extension ${client.escapeIdentifier(name)} update`);
    await client.query('commit');
  });
}

/** The stored properties of a project's database, by its ref. */
export async function readSpec(source: SpecSource, ref: string): Promise<DatabaseSpec> {
  const { spec } = await readProject(source, ref);
  return spec;
}

/**
 * The same for a caller that is about to open it. A request from before its project was paused or deleted must not
 * start the database again, so the current status is checked, whichever server changed it.
 */
export async function readSpecToOpen(source: SpecSource, ref: string): Promise<DatabaseSpec> {
  const { spec, status } = await readProject(source, ref);
  const refusal = closed.get(status);
  if (refusal !== undefined) throw new EngineError('engine_stopped', refusal);
  return spec;
}

const closed: ReadonlyMap<ProjectStatus, string> = new Map([
  ['PAUSING', 'This project is paused.'],
  ['INACTIVE', 'This project is paused.'],
  ['GOING_DOWN', 'This project is being deleted.'],
  ['REMOVED', 'This project was deleted.'],
]);

async function readProject(
  { db, secretBox }: SpecSource,
  ref: string,
): Promise<{ spec: DatabaseSpec; status: ProjectStatus }> {
  const {
    status,
    password_verifier: verifier,
    platform_password: password,
    ...spec
  } = await db
    .selectFrom('projects')
    .innerJoin('project_secrets', 'project_secrets.project_id', 'projects.id')
    .select([
      'ref',
      'status',
      'compute_size as computeSize',
      'automatic_rls as automaticRls',
      'password_verifier',
      'platform_password',
    ])
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow();
  const opened = await openSecrets(secretBox, ref, { password_verifier: verifier, platform_password: password });
  return {
    spec: { ...spec, passwordVerifier: opened.password_verifier, platformPassword: opened.platform_password },
    status,
  };
}
