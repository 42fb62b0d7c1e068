import type { ExtensionFiles } from './extensionFiles.ts';

/** Initial data of the worker. */
export interface WorkerInput {
  /** Postgres's own data directory. */
  dataDirectory: string;
  wasm: WebAssembly.Module;
  extensions: ExtensionFiles | null;
  /** The bootstrap superuser's name. */
  owner: string;
  /** The owner's sessions resolve names in pg_catalog only. */
  guardOwner: boolean;
  /** Lines of postgresql.conf. */
  configuration: string[];
  /** What statements may take beyond the engine's memory after its start, of which about 90 MB are free. */
  workingMemoryBytes: number;
  /** Where the engine stores the authenticated role; see identity.ts. */
  identityAddress: number;
  /** Int32 cells, indexed by `control`. */
  control: SharedArrayBuffer;
}

/** Cells of the shared memory, so that the engine can be signaled while it computes. */
export const control = {
  /** Bytes sent and not yet consumed by a reader. */
  unread: 0,
  /** 1 while the running statement should stop. */
  cancel: 1,
} as const;
export const controlBytes = 8;

/** The engine waits while this much of a result is unread. */
export const unreadLimit = 1024 * 1024;

export type ToWorker =
  | { type: 'data'; session: number; bytes: Uint8Array }
  /** The session is over: reset it. */
  | { type: 'reset'; session: number }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'data'; session: number; bytes: Uint8Array }
  /** The session is reset. The engine's memory has grown by this much since its start. */
  | { type: 'reset'; session: number; grownBytes: number }
  | { type: 'closed' }
  /** The engine can no longer be used; the worker exits. */
  | { type: 'broken'; reason: string; log: string[] };
