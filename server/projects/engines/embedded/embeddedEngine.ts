import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Client, Pool } from 'pg';
import { computeMemory, type ComputeMemory } from '../../../../src/contract/projects/computeMemory.ts';
import type { EngineCapabilities } from '../../../../src/contract/projects/project.ts';
import { handlePoolErrors } from '../../../database/handlePoolErrors.ts';
import type { CancelOutcome, Engine, EngineExtension, Session, SessionOptions } from '../engine.ts';
import { EngineError } from '../engineError.ts';
import { listExtensions } from '../listExtensions.ts';
import { embeddedDatabase, embeddedOwner, postgresConfiguration } from './configuration.ts';
import { startEngineThread } from './engineThread.ts';
import { filesOfExtensions } from './extensionFiles.ts';
import { lockFolder, type FolderLock } from './folderLock.ts';
import { SessionStream } from './sessionStream.ts';
import { engineProgram, inspectDataDirectory, openTemplate, type Template } from './template.ts';
import { control, controlBytes, type FromWorker, type ToWorker } from './workerProtocol.ts';

export interface EmbeddedEngineOptions {
  /** Folder of this one database. Everything in it belongs to the engine. */
  folder: string;
  /** Folder of the template for new databases; shared by all engines. */
  cacheFolder: string;
  /** Create the database if there is none yet; otherwise a missing one is an error. */
  create: boolean;
  /**
   * The extensions that can be created: every one, as project databases need, or a few by their names. The fewer, the
   * smaller the engine, and the sooner it starts.
   */
  extensions: 'all' | readonly string[];
  /**
   * Roles other than the owner run SQL here: the owner's sessions then resolve names in pg_catalog only, so that no
   * role can shadow a function that the owner calls.
   */
  guardOwner?: boolean;
  memory?: ComputeMemory;
  /** How long the pool keeps a session: one use, so that each begins clean, or until it is idle. */
  poolSessions?: 'single-use' | 'kept';
  /** Called when the engine has restarted. */
  onRestart?: (reason: string) => void;
}

export const embeddedCapabilities: EngineCapabilities = {
  kind: 'embedded',
  cancel: false,
  sessions: false,
  logicalReplication: false,
  cron: false,
  wire: false,
};

const smallMemory = computeMemory('micro');

const megabyte = 1024 ** 2;

/**
 * A stop is first requested from Postgres itself; a statement that ignores it for this long never checks for
 * interrupts.
 */
const politeCancelMs = 750;
/** Time limit for rolling back and dropping temporary tables, after which the session counts as lost. */
const cleanUpMs = 5_000;
const closeMs = 5_000;
/** Delay before the restart of an engine that failed to start. */
const reopenDelayMs = 1_000;
/** WebAssembly memory never shrinks: an engine that has grown by this much restarts when no session waits. */
const recycleAboveBytes = 64 * megabyte;

export async function openEmbeddedEngine(options: EmbeddedEngineOptions): Promise<EmbeddedEngine> {
  const template = await openTemplate(options.cacheFolder);
  const lock = await lockFolder(options.folder);
  try {
    const dataDirectory = await findOrCopy(options, template);
    const engine = new EmbeddedEngine(options, dataDirectory, template, lock);
    await engine.start();
    return engine;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Creates the database without starting it, unless it exists. */
export async function createEmbeddedDatabase(
  folders: Pick<EmbeddedEngineOptions, 'folder' | 'cacheFolder'>,
): Promise<void> {
  const template = await openTemplate(folders.cacheFolder);
  const lock = await lockFolder(folders.folder);
  try {
    await findOrCopy({ ...folders, create: true }, template);
  } finally {
    await lock.release();
  }
}

/** Path of Postgres's data directory, after checking that it can be one. */
async function findOrCopy(
  { folder, create }: Pick<EmbeddedEngineOptions, 'folder' | 'create'>,
  template: Template,
): Promise<string> {
  const dataDirectory = join(folder, 'pgdata');
  const found = await inspectDataDirectory(dataDirectory);
  if (found === 'damaged') {
    throw new EngineError(
      'data_folder_corrupt',
      'The database’s folder holds no complete Postgres database. Nothing in it was changed.',
      {
        inFull: `The folder ${dataDirectory} holds no complete Postgres database. Nothing in it was changed.`,
      },
    );
  }
  if (found === null) {
    if (!create)
      throw new EngineError('data_folder_missing', 'The database folder is missing.', {
        inFull: `There is no database in ${folder}.`,
      });
    // Interrupted copies.
    for (const name of await readdir(folder))
      if (name.startsWith('pgdata.')) await rm(join(folder, name), { recursive: true, force: true });
    await template.copyTo(dataDirectory);
  }
  return dataDirectory;
}

interface LiveSession {
  id: number;
  stream: SessionStream;
  /** Timer after which the session is given up. */
  deadline: NodeJS.Timeout | undefined;
  ended: Promise<CancelOutcome>;
  end(outcome: CancelOutcome): void;
}

/**
 * Postgres in a worker thread. There is one session, so sessions queue: each is a stream that `pg` takes for its
 * socket, begun when its turn comes and followed by a thorough cleaning.
 *
 * A session that logs in as another role than the owner is bound to that role by Postgres's own checks (identity.ts).
 * What such a role could not be kept from by Postgres would still meet WebAssembly: the engine sees its data directory
 * and files in its own memory, no host file, process or socket.
 */
export class EmbeddedEngine implements Engine {
  readonly capabilities = embeddedCapabilities;
  readonly pool: Pool;

  readonly #options: EmbeddedEngineOptions;
  readonly #dataDirectory: string;
  readonly #template: Template;
  readonly #lock: FolderLock;
  readonly #cells = new Int32Array(new SharedArrayBuffer(controlBytes));
  readonly #queue: LiveSession[] = [];
  #current: LiveSession | undefined;
  #worker: Worker | undefined;
  #restarting: Promise<void> | undefined;
  #stopping: Promise<void> | undefined;
  /** Why there are no more sessions: the engine was stopped. */
  #failure: EngineError | undefined;
  /** Why it failed to restart, and when that is retried. */
  #down: { failure: EngineError; until: number } | undefined;
  #lastSession = 0;
  #restarts = 0;

  constructor(options: EmbeddedEngineOptions, dataDirectory: string, template: Template, lock: FolderLock) {
    this.#options = options;
    this.#dataDirectory = dataDirectory;
    this.#template = template;
    this.#lock = lock;
    this.pool = new Pool({
      stream: () => this.#openStream().stream,
      user: embeddedOwner,
      database: embeddedDatabase,
      password: '',
      max: 1,
      idleTimeoutMillis: 1_000,
      ...(options.poolSessions === 'kept' ? { idleTimeoutMillis: 0 } : { maxUses: 1 }),
    });
    handlePoolErrors(this.pool);
  }

  /** Number of restarts. */
  get restarts(): number {
    return this.#restarts;
  }

  /** Sessions that are open or waiting. */
  get sessions(): number {
    return this.#queue.length + (this.#current ? 1 : 0);
  }

  async start(): Promise<void> {
    Atomics.store(this.#cells, control.unread, 0);
    Atomics.store(this.#cells, control.cancel, 0);
    const { extensions, guardOwner = false, memory = smallMemory } = this.#options;
    const worker = await startEngineThread({
      dataDirectory: this.#dataDirectory,
      wasm: await engineProgram(),
      extensions: {
        folder: this.#template.extensionFolder,
        files:
          extensions === 'all'
            ? this.#template.extensionFiles
            : filesOfExtensions(this.#template.extensionFiles, extensions),
      },
      owner: embeddedOwner,
      guardOwner,
      configuration: postgresConfiguration(memory, { preloads: extensions === 'all' }),
      workingMemoryBytes: memory.maintenanceWorkMemMb * megabyte,
      identityAddress: this.#template.identityAddress,
      control: this.#cells.buffer,
    });
    this.#worker = worker;
    worker.on('message', (message: FromWorker) => this.#receive(worker, message));
    worker.on('error', (error) => this.#lost(worker, error.message));
    worker.once('exit', () => this.#lost(worker, 'the thread ended'));
    this.#beginNext();
  }

  async lease<Result>(
    work: (session: Session) => Promise<Result>,
    { user = embeddedOwner, signal, onWait }: SessionOptions = {},
  ): Promise<Result> {
    signal?.throwIfAborted();
    const live = this.#openStream();
    if (this.#current && this.#current !== live) onWait?.();
    const client = new Client({ stream: () => live.stream, user, database: embeddedDatabase, password: '' });
    // Failures reach the work through its queries; without a listener they would end the process.
    client.on('error', () => undefined);
    const abort = () => {
      if (this.#current === live) void this.#cancel(live, client);
      else live.stream.destroy(new EngineError('57P01', 'The session was closed before its turn.'));
    };
    signal?.addEventListener('abort', abort, { once: true });
    try {
      await client.connect();
      return await work({ client, backendPid: null, cancel: () => this.#cancel(live, client) });
    } catch (error) {
      signal?.throwIfAborted();
      // A session that ended between two statements fails the next one with an unhelpful message.
      throw live.stream.errored ?? error;
    } finally {
      signal?.removeEventListener('abort', abort);
      live.stream.destroy();
      await live.ended;
    }
  }

  async version(): Promise<string> {
    return Promise.resolve(this.#template.version);
  }

  extensions(): Promise<EngineExtension[]> {
    return this.lease(({ client }) => listExtensions(client));
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const stopped = new EngineError('engine_stopped', 'The database was stopped.');
    this.#failure = stopped;
    this.#refuseWaiting(stopped);
    const poolEnded = this.pool.end();
    await this.#restarting;
    await this.#endCurrent();
    const worker = this.#worker;
    if (worker) {
      worker.removeAllListeners('exit');
      const exited = new Promise<void>((resolve) => {
        worker.once('exit', () => resolve());
      });
      this.#post({ type: 'close' });
      // Exiting without the closing checkpoint is safe too: the next start replays the log.
      const timer = setTimeout(() => void worker.terminate(), closeMs);
      await exited;
      clearTimeout(timer);
      this.#worker = undefined;
    }
    this.#current?.stream.destroy(stopped);
    this.#current?.end({ engineRestarted: true });
    await poolEnded;
    await this.#lock.release();
  }

  /** The current session is asked to end; an idle one of the pool ends on its own. */
  async #endCurrent(): Promise<void> {
    const live = this.#current;
    if (!live || !this.#worker) return;
    Atomics.store(this.#cells, control.cancel, 1);
    await Promise.race([live.ended, delay(politeCancelMs, undefined, { ref: false })]);
  }

  #openStream(): LiveSession {
    const { promise, resolve } = Promise.withResolvers<CancelOutcome>();
    const id = ++this.#lastSession;
    const live: LiveSession = {
      id,
      deadline: undefined,
      ended: promise,
      end: (outcome) => {
        clearTimeout(live.deadline);
        resolve(outcome);
      },
      stream: new SessionStream({
        send: (bytes) => {
          if (this.#current === live) this.#post({ type: 'data', session: id, bytes });
        },
        taken: (byteCount) => this.#taken(byteCount),
        closed: () => this.#closed(live),
      }),
    };
    if (this.#failure) {
      live.stream.destroy(this.#failure);
      return live;
    }
    this.#queue.push(live);
    if (this.#worker) this.#beginNext();
    else if (!this.#restarting) this.#reopen();
    return live;
  }

  #beginNext(): void {
    if (this.#current || !this.#worker) return;
    const next = this.#queue.shift();
    if (!next) return;
    this.#current = next;
    next.stream.begin();
  }

  #closed(live: LiveSession): void {
    if (this.#current !== live) {
      const waiting = this.#queue.indexOf(live);
      if (waiting >= 0) this.#queue.splice(waiting, 1);
      live.end({ engineRestarted: false });
      return;
    }
    if (!this.#worker) return;
    // A client that left in the middle of a statement no longer needs it.
    Atomics.store(this.#cells, control.cancel, 1);
    this.#post({ type: 'reset', session: live.id });
    this.#expect(live, cleanUpMs, 'cleaning the session timed out');
  }

  /** Stops the session's work: by a cancel request while Postgres responds, otherwise by a restart. */
  async #cancel(live: LiveSession, client: Client): Promise<CancelOutcome> {
    if (this.#current !== live || !this.#worker) {
      if (this.#current !== live) live.stream.destroy();
      return live.ended;
    }
    const stopped = whenIdle(client).then(() => false);
    Atomics.store(this.#cells, control.cancel, 1);
    this.#expect(live, politeCancelMs, 'a statement did not stop in time');
    const engineRestarted = await Promise.race([stopped, live.ended.then((outcome) => outcome.engineRestarted)]);
    if (!engineRestarted && this.#current === live) {
      clearTimeout(live.deadline);
      Atomics.store(this.#cells, control.cancel, 0);
    }
    return { engineRestarted };
  }

  #expect(live: LiveSession, ms: number, otherwise: string): void {
    clearTimeout(live.deadline);
    live.deadline = setTimeout(() => {
      if (this.#current === live) this.#restart(otherwise);
    }, ms);
  }

  #receive(worker: Worker, message: FromWorker): void {
    if (worker !== this.#worker) return;
    if (message.type === 'data') {
      if (this.#current?.id === message.session) this.#current.stream.receive(message.bytes);
      else this.#taken(message.bytes.length);
    } else if (message.type === 'reset') {
      const live = this.#current;
      if (live?.id !== message.session) return;
      this.#current = undefined;
      live.end({ engineRestarted: false });
      if (message.grownBytes > recycleAboveBytes && this.#queue.length === 0) this.#restart('its memory had grown');
      else this.#beginNext();
    } else if (message.type === 'broken') {
      this.#restartBroken(message.reason);
    }
  }

  #lost(worker: Worker, how: string): void {
    if (worker === this.#worker) this.#restartBroken(how);
  }

  /** The engine's error is reported to its users, unless it may name a file. */
  #restartBroken(how: string): void {
    this.#restart(how.includes('/') ? 'it crashed' : how, how);
  }

  #restart(reason: string, inFull = reason): void {
    const worker = this.#worker;
    if (!worker || this.#stopping) return;
    this.#worker = undefined;
    this.#restarts++;
    this.#options.onRestart?.(inFull);
    this.#launch(async () => {
      await worker.terminate();
      const live = this.#current;
      this.#current = undefined;
      live?.stream.destroy(new EngineError('57P01', `The database session was restarted: ${reason}.`));
      live?.end({ engineRestarted: true });
    });
  }

  /** A caller needs an engine that failed to start: the cause, such as a full disk, may be gone. */
  #reopen(): void {
    if (this.#down && performance.now() < this.#down.until) this.#refuseWaiting(this.#down.failure);
    else this.#launch(() => Promise.resolve());
  }

  #launch(first: () => Promise<void>): void {
    const launching = async () => {
      try {
        await first();
        await this.start();
        this.#down = undefined;
      } catch (error) {
        const failure =
          error instanceof EngineError
            ? error
            : new EngineError('engine_failed', 'Could not restart the database.', { cause: error });
        this.#down = { failure, until: performance.now() + reopenDelayMs };
        this.#refuseWaiting(failure);
      }
    };
    this.#restarting = launching().finally(() => {
      this.#restarting = undefined;
    });
  }

  #refuseWaiting(failure: EngineError): void {
    for (const { stream } of this.#queue.splice(0)) stream.destroy(failure);
  }

  #taken(byteCount: number): void {
    Atomics.sub(this.#cells, control.unread, byteCount);
    Atomics.notify(this.#cells, control.unread);
  }

  #post(message: ToWorker): void {
    this.#worker?.postMessage(message);
  }
}

/** Members missing in pg's typings. */
interface WatchedClient {
  readyForQuery: boolean;
  connection: { once(event: 'readyForQuery', listener: () => void): void };
}

/** Resolves when the session waits for its next statement. */
function whenIdle(client: Client): Promise<void> {
  const { readyForQuery, connection } = client as unknown as WatchedClient;
  if (readyForQuery) return Promise.resolve();
  return new Promise((resolve) => {
    connection.once('readyForQuery', resolve);
  });
}
