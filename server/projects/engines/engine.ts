import type pg from 'pg';
import type { EngineCapabilities } from '../../../src/contract/projects/project.ts';

/** An extension that this engine could enable, or has enabled. */
export interface EngineExtension {
  name: string;
  defaultVersion: string;
  installedVersion: string | null;
  /** Schema it is installed in. */
  schema: string | null;
  comment: string;
}

export interface SessionOptions {
  /** Database role to log in as; the engine's owner when absent. */
  user?: string;
  /** Stops the wait for a free session, and once the session is open ends it. */
  signal?: AbortSignal;
}

/** What became of a statement that was told to stop. */
export interface CancelOutcome {
  /** The statement could not be stopped otherwise: every session of this database began anew. */
  engineRestarted: boolean;
}

/** One database session, lent for as long as `lease`'s work runs. */
export interface Session {
  readonly client: pg.Client;
  /** Backend process id for a cancel from elsewhere; null where the engine has no such thing. */
  readonly backendPid: number | null;
  /** Stops the running statement; resolves when it no longer runs. */
  cancel(): Promise<CancelOutcome>;
}

/** A Postgres database with what can be done to it, whoever runs it. */
export interface Engine {
  readonly capabilities: EngineCapabilities;
  /** Clean sessions as the engine's owner; usable as Kysely's pool. */
  readonly pool: pg.Pool;
  /** Runs `work` on a session of its own: first come, first served; nothing it leaves behind reaches the next one. */
  lease<Result>(work: (session: Session) => Promise<Result>, options?: SessionOptions): Promise<Result>;
  /** Server version, as `18.6`. */
  version(): Promise<string>;
  extensions(): Promise<EngineExtension[]>;
  stop(): Promise<void>;
}
