import type { ExtensionFiles } from './extensionFiles.ts';

/** What the worker is born with. */
export interface WorkerInput {
  /** Postgres's own data directory. */
  dataDirectory: string;
  wasm: WebAssembly.Module;
  extensions: ExtensionFiles | null;
  /** The bootstrap superuser's name. */
  owner: string;
  /** The owner's sessions look names up in pg_catalog only. */
  guardOwner: boolean;
  /** Lines of postgresql.conf. */
  configuration: string[];
  /** Where the engine keeps who is logged in; see identity.ts. */
  identityAddress: number;
  /** Int32 cells by `control`. */
  control: SharedArrayBuffer;
}

/** Cells of the memory that both threads see, so that the engine can be reached while it computes. */
export const control = {
  /** Bytes handed over and not yet taken by a reader. */
  unread: 0,
  /** 1 while the running statement should stop. */
  cancel: 1,
} as const;
export const controlBytes = 8;

/** The engine waits while this much of a result is unread. */
export const unreadLimit = 1024 * 1024;

export type ToWorker =
  | { type: 'data'; session: number; bytes: Uint8Array }
  /** The session is over: forget everything about it. */
  | { type: 'reset'; session: number }
  | { type: 'close' };

export type FromWorker =
  | { type: 'ready' }
  | { type: 'data'; session: number; bytes: Uint8Array }
  | { type: 'reset'; session: number; memoryBytes: number }
  | { type: 'closed' }
  /** The engine can no longer be used; the worker ends by itself. */
  | { type: 'broken'; reason: string; log: string[] };
