import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite, type Extension } from '@electric-sql/pglite';
import type { ExtensionFiles } from './extensionFiles.ts';
import { control, unreadLimit } from './workerProtocol.ts';

/** Undeclared parameters arrive as undefined and are passed on. */
type WasmFunction = (...parameters: (number | undefined)[]) => number;
type Imports = Record<string, Record<string, WasmFunction>>;
interface FileNode {
  contents: Uint8Array;
  usedBytes: number;
}

interface FileSystem {
  mkdirTree(path: string): void;
  create(path: string, mode: number): FileNode;
}

type InstantiateWasm = (imports: Imports, done: (...results: unknown[]) => void) => unknown;

const mainLoop = '_PostgresMainLoopOnce';
const interruptPending = '_InterruptPending';
const queryCancelPending = '_QueryCancelPending';
const myLatch = '_MyLatch';
const myProc = '_MyProc';

/** Members of the Emscripten module that its own typings lack: memory, a function, addresses of variables. */
interface EngineModule {
  wasmMemory: WebAssembly.Memory;
  [mainLoop]: () => void;
  [interruptPending]: number;
  [queryCancelPending]: number;
  [myLatch]: number;
  [myProc]: number;
}

/** What Postgres's `longjmp` back to its main loop looks like in JavaScript: the ordinary end of an SQL error. */
const errorRecoveryStatus = 100;
/** Exit status of main() once the engine has started. */
const startedStatus = 99;

/** Interval at which the engine, while it waits for its reader, checks whether it should stop. */
const waitSliceMs = 20;
/** How long the thread rests while Postgres waits, before Postgres looks at the clock and its latch again. */
const restMs = 1;

/**
 * What the session waits for, as `pg_stat_activity` shows it: the word of its `PGPROC` (`wait_event_info`) in the build
 * of PGlite 0.5.14. Where another build has it elsewhere, the test of a wait's processor time fails.
 */
const waitEvent = 137;
/** The class of waits for a time, such as pg_sleep's; the lower half is the event. */
const timeoutClass = 0x0900;

interface ModuleOptions {
  instantiateWasm: InstantiateWasm;
  preRun?: ((module: { FS: FileSystem }) => void)[];
}

interface HostOptions {
  dataDirectory: string;
  wasm: WebAssembly.Module;
  extensions: ExtensionFiles | null;
  configuration: string[];
  /** Int32 cells shared with the thread that reads results; null without one. */
  control: Int32Array<SharedArrayBuffer> | null;
  startParameters: string[];
  /** Set only where a new database is created. */
  initdbParameters?: string[];
  /** What statements may take beyond the engine's memory after its start; without it, as much as there is. */
  workingMemoryBytes?: number;
  /** Called once, with the reason, when the engine's state is corrupt. Does not return. */
  broken(reason: string): never;
  log(line: string): void;
}

/** PGlite, with additions that a server needs. */
export class PostgresHost extends PGlite {
  readonly #cells: Int32Array<SharedArrayBuffer> | null;
  #memoryMaxBytes = Number.POSITIVE_INFINITY;
  /** The engine's memory, replaced when it has grown; null until the engine has started. */
  #words: Int32Array | null = null;

  static async open(options: HostOptions): Promise<PostgresHost> {
    const host = new PostgresHost(options);
    await host.waitReady;
    host.#guardMainLoop(options.broken);
    host.#words = new Int32Array(host.memory.buffer);
    if (options.workingMemoryBytes !== undefined)
      host.#memoryMaxBytes = host.memory.buffer.byteLength + options.workingMemoryBytes;
    return host;
  }

  private constructor(options: HostOptions) {
    const {
      dataDirectory,
      wasm,
      extensions,
      configuration,
      control: cells,
      startParameters,
      initdbParameters,
      broken,
      log,
    } = options;
    super({
      dataDir: dataDirectory,
      pgliteWasmModule: wasm,
      startParams: startParameters,
      ...(initdbParameters ? { initDbStartParams: initdbParameters } : {}),
      // Always set: PGlite then writes the whole file, so that neither an earlier ALTER SYSTEM nor a folder of another
      // version can leave a library in it that this build lacks.
      postgresqlconf: configuration,
      extensions: {
        surroundings: surroundings({
          checkCancel: () => this.checkCancel(),
          rest: () => this.#rest(),
          mayGrowTo: (bytes) => bytes <= this.#memoryMaxBytes,
          broken,
          extensions,
        }),
      },
      onStderr: (line) => {
        log(line);
        return false;
      },
    });
    this.#cells = cells;
  }

  get memory(): WebAssembly.Memory {
    return this.#module.wasmMemory;
  }

  get #module(): EngineModule {
    return this.Module as unknown as EngineModule;
  }

  /** There is no shell: COPY … PROGRAM gets an error instead of breaking the engine. */
  override handleExternalCmd(command: string, mode: string): number {
    return command.startsWith('locale -a') ? super.handleExternalCmd(command, mode) : 0;
  }

  /** Requests an interrupt from Postgres, which handles it at its next safe point. */
  checkCancel(): void {
    if (this.#cells && Atomics.load(this.#cells, control.cancel) === 1) this.#setInterrupt(1);
  }

  clearCancel(): void {
    if (this.#cells !== null) Atomics.store(this.#cells, control.cancel, 0);
    this.#setInterrupt(0);
  }

  /**
   * Waits until the reader of the results has caught up. A cancel ends the wait: the rest of the result is then short.
   */
  awaitReader(): void {
    const cells = this.#cells;
    if (cells === null) return;
    for (
      let unread = Atomics.load(cells, control.unread);
      unread > unreadLimit;
      unread = Atomics.load(cells, control.unread)
    ) {
      if (Atomics.load(cells, control.cancel) === 1) return;
      Atomics.wait(cells, control.unread, unread, waitSliceMs);
    }
  }

  /**
   * Gives up the processor while Postgres waits for a time. WebAssembly has no way to sleep: the engine would read the
   * clock until the time is over, which takes a whole core.
   */
  #rest(): void {
    if (this.#cells === null || this.#words === null) return;
    if (this.#words.length === 0) this.#words = new Int32Array(this.memory.buffer);
    const proc = this.#words[this.#module[myProc] / 4];
    if (proc && (this.#words[proc / 4 + waitEvent] ?? 0) >>> 16 === timeoutClass)
      Atomics.wait(this.#cells, control.cancel, 0, restMs);
  }

  #setInterrupt(value: 0 | 1): void {
    const module = this.#module;
    const memory = new Int32Array(module.wasmMemory.buffer);
    memory[module[interruptPending] / 4] = value;
    memory[module[queryCancelPending] / 4] = value;
    // A wait, such as pg_sleep's, ends when the session's latch is set; only then is the interrupt checked.
    const latch = memory[module[myLatch] / 4];
    if (value === 1 && latch) memory[latch / 4] = 1;
  }

  /**
   * PGlite swallows whatever its main loop throws, which is only correct for error recovery: after a trap, a stack
   * overflow or a FATAL exit, the engine's memory is undefined and every later response would be wrong or missing.
   */
  #guardMainLoop(broken: (reason: string) => never): void {
    const module = this.#module;
    const once = module[mainLoop];
    module[mainLoop] = () => {
      try {
        once();
      } catch (error) {
        if ((error as { status?: unknown }).status !== errorRecoveryStatus)
          broken(error instanceof Error ? error.message : String(error));
        throw error;
      }
    };
  }
}

interface Surroundings {
  checkCancel(): void;
  rest(): void;
  mayGrowTo(bytes: number): boolean;
  broken(reason: string): never;
  extensions: ExtensionFiles | null;
}

/** Changes to the engine's environment; PGlite lets an extension make them before the engine is loaded. */
function surroundings({ extensions, ...limits }: Surroundings): Extension {
  return {
    name: 'surroundings',
    setup: (_pg, options: ModuleOptions) =>
      Promise.resolve({
        emscriptenOpts: {
          ...options,
          preRun: [
            ...(options.preRun ?? []),
            ({ FS }: { FS: FileSystem }) => {
              if (extensions) addFiles(FS, extensions);
            },
          ],
          instantiateWasm: (imports: Imports, done: (...results: unknown[]) => void) => {
            // Changed in place, because extensions' libraries are linked against the same table later.
            const environment = imports['env'];
            if (environment === undefined) throw new Error('The engine imports nothing from its environment.');
            patch(environment, limits);
            return options.instantiateWasm(imports, done);
          },
        },
      }),
  };
}

/** Adds extensions' files to the file system; each is read on first access. */
function addFiles(fileSystem: FileSystem, { folder, files }: ExtensionFiles): void {
  for (const { enginePath, file, size } of files) {
    fileSystem.mkdirTree(enginePath.slice(0, enginePath.lastIndexOf('/')));
    const node = fileSystem.create(enginePath, 0o444);
    node.usedBytes = size;
    Object.defineProperty(node, 'contents', {
      configurable: true,
      get() {
        const value = new Uint8Array(readFileSync(join(folder, file)));
        Object.defineProperty(node, 'contents', { value, writable: true });
        return value;
      },
    });
  }
}

function patch(
  environment: Record<string, WasmFunction>,
  { checkCancel, rest, mayGrowTo, broken }: Omit<Surroundings, 'extensions'>,
): void {
  const wrap = (name: string, wrapper: (original: WasmFunction) => WasmFunction) => {
    const original = environment[name];
    if (original === undefined) throw new Error(`The engine no longer imports ${name}.`);
    environment[name] = Object.assign(wrapper(original), original);
  };
  // Timers only fire between statements here, where they could only end the one session (idle_session_timeout and
  // similar settings). Without timers those settings have no effect.
  wrap('_setitimer_js', () => () => 0);
  wrap('exit', (exit) => (status = 0) => {
    if (status !== errorRecoveryStatus && status !== startedStatus && status !== 0)
      broken(`Postgres ended with status ${status}`);
    return exit(status);
  });
  // Postgres reports memory that it does not get as an error of the statement. WebAssembly memory never shrinks.
  wrap(
    'emscripten_resize_heap',
    (resize) =>
      (bytes = 0) =>
        mayGrowTo(bytes >>> 0) ? resize(bytes) : 0,
  );
  // A wait reads the clock again and again.
  wrap('clock_time_get', (read) => (clock, precision, address) => {
    checkCancel();
    rest();
    return read(clock, precision, address);
  });
  // The engine calls these imports while it works, so they can check for an interrupt: a large sort, join or scan reads
  // and writes files.
  for (const name of ['fd_pread', 'fd_pwrite', 'fd_read', 'fd_write']) {
    wrap(name, (original) => (a, b, c, d, e) => {
      checkCancel();
      return original(a, b, c, d, e);
    });
  }
}
