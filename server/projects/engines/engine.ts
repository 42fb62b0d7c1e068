import type pg from 'pg';
import type { EngineCapabilities } from '../../../src/contract/projects/project.ts';

/** An available or installed extension of this engine. */
export interface EngineExtension {
  name: string;
  defaultVersion: string;
  installedVersion: string | null;
  /** Schema that it is installed in. */
  schema: string | null;
  comment: string;
}

export interface SessionOptions {
  /** Database role to log in as; the engine's owner when absent. */
  user?: string;
  /** Aborts the wait for a free session and, once the session is open, ends it. */
  signal?: AbortSignal;
  /** Called once if the session has to wait until another one has ended. */
  onWait?: () => void;
}

/** Result of stopping a statement. */
export interface CancelOutcome {
  /** The statement could only be stopped by a restart, which ended every session of this database. */
  engineRestarted: boolean;
}

/** One database session, lent for as long as `lease`'s work runs. */
export interface Session {
  readonly client: pg.Client;
  /** Backend process id for a cancel from another process; null where the engine has none. */
  readonly backendPid: number | null;
  /** Stops the running statement; resolves when it no longer runs. */
  cancel(): Promise<CancelOutcome>;
}

/** A running Postgres database, embedded or external. */
export interface Engine {
  readonly capabilities: EngineCapabilities;
  /** Clean sessions as the engine's owner; usable as Kysely's pool. */
  readonly pool: pg.Pool;
  /** Runs `work` on a separate session: first come, first served; no state carries over to the next one. */
  lease<Result>(work: (session: Session) => Promise<Result>, options?: SessionOptions): Promise<Result>;
  /** Server version, such as `18.6`. */
  version(): Promise<string>;
  extensions(): Promise<EngineExtension[]>;
  stop(): Promise<void>;
}
