import type { ComputeSize } from '../../../src/contract/projects/computeSizeIds.ts';
import type { Connection, EngineCapabilities } from '../../../src/contract/projects/project.ts';
import type { Engine } from '../engines/engine.ts';

/** Properties of a project's database, stored in the control plane so that interrupted work can continue. */
export interface DatabaseSpec {
  ref: string;
  computeSize: ComputeSize;
  /** Whether row level security is enabled for every table created in `public`. */
  automaticRls: boolean;
  /** The developer's password hash as Postgres stores it; null for none. */
  passwordVerifier: string | null;
  /** The server's own login on behalf of the developer. */
  platformPassword: string;
}

/** The host of projects' databases. Every method is idempotent and may be repeated after an interruption. */
export interface ProjectDatabases {
  readonly capabilities: EngineCapabilities;
  /** Maximum number of open engines. */
  readonly poolLimit: number;
  /** Role that developers' SQL runs as. */
  developer(ref: string): string;
  /** Creates the empty database, unless it exists. */
  create(spec: DatabaseSpec): Promise<void>;
  /** Prepares an empty database for its developers. */
  furnish(spec: DatabaseSpec, engine: Engine): Promise<void>;
  /** Opens it; one caller at a time for one project. */
  open(spec: DatabaseSpec): Promise<Engine>;
  /** Runs vacuum and analyze where Postgres has no autovacuum; stops when the engine is needed. */
  maintain(engine: Engine, isWanted: () => boolean): Promise<void>;
  /** Blocks all logins and ends open sessions, for a pause. */
  shut(ref: string): Promise<void>;
  /** Undoes `shut`. */
  unshut(ref: string): Promise<void>;
  remove(ref: string): Promise<void>;
  /** Cancels what a backend is running, whichever server started it. */
  cancelBackend(spec: DatabaseSpec, backendPid: number): Promise<void>;
  connection(ref: string): Connection;
}
