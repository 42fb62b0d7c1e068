import type { ComputeSize } from '../../../src/contract/projects/computeSizes.ts';
import type { Connection, EngineCapabilities } from '../../../src/contract/projects/project.ts';
import type { Engine } from '../engines/engine.ts';

/** What a project's database is made from, kept by the control plane so that interrupted work can be taken up again. */
export interface DatabaseSpec {
  ref: string;
  computeSize: ComputeSize;
  /** Row level security is turned on for every table made in `public`. */
  automaticRls: boolean;
  /** The developer's password as Postgres stores it; null for none. */
  passwordVerifier: string | null;
  /** What the server itself logs in with on the developer's behalf. */
  platformPassword: string;
}

/** Where projects' databases live. Everything may be called again after it was interrupted or has already been done. */
export interface ProjectDatabases {
  readonly capabilities: EngineCapabilities;
  /** Engines kept open at most. */
  readonly poolLimit: number;
  /** Role that developers' SQL runs as. */
  developer(ref: string): string;
  /** Makes the empty database, if it is not there. */
  create(spec: DatabaseSpec): Promise<void>;
  /** Makes an empty database what a project's developers find. */
  furnish(spec: DatabaseSpec, engine: Engine): Promise<void>;
  /** Starts working with it; one caller at a time for one project. */
  open(spec: DatabaseSpec): Promise<Engine>;
  /** Does what Postgres's own housekeeping would, where there is none; stops when the engine is wanted. */
  maintain(engine: Engine, isWanted: () => boolean): Promise<void>;
  /** Lets nobody in, whoever still is: for a pause. */
  shut(ref: string): Promise<void>;
  /** Undoes `shut`. */
  unshut(ref: string): Promise<void>;
  remove(ref: string): Promise<void>;
  /** Ends what a backend is doing, whoever started it. */
  cancelBackend(spec: DatabaseSpec, backendPid: number): Promise<void>;
  connection(ref: string): Connection;
}
