import { PGlite, type Extension, type Extensions } from '@electric-sql/pglite';
import { control, unreadLimit } from './workerProtocol.ts';

type WasmFunction = (...parameters: number[]) => number;
type Imports = Record<string, Record<string, WasmFunction>>;
type InstantiateWasm = (imports: Imports, done: (...results: unknown[]) => void) => unknown;

/** What of the Emscripten module is used here; its own typings leave these out. */
interface EngineModule {
  wasmMemory: WebAssembly.Memory;
  _PostgresMainLoopOnce: () => void;
  _InterruptPending: number;
  _QueryCancelPending: number;
}

/** How Postgres's `longjmp` back to its main loop looks from JavaScript: the ordinary end of an SQL error. */
const errorRecoveryStatus = 100;
/** The status main() leaves with once the engine is up. */
const startedStatus = 99;

/** A wait inside the engine, as pg_sleep's, is cut into slices so that a cancel is seen. */
const waitSliceMs = 20;

export interface HostOptions {
  dataDirectory: string;
  wasm: WebAssembly.Module;
  extensions: Extensions;
  configuration: string[];
  /** Int32 cells shared with the thread that reads results; null while there is none. */
  control: Int32Array<SharedArrayBuffer> | null;
  startParameters: string[];
  /** Given only where a new database is made. */
  initdbParameters?: string[];
  /** Told once, with the reason, when the engine cannot be trusted any more. Does not return. */
  broken(reason: string): never;
  log(line: string): void;
}

/** PGlite, with what a server needs that it does not do by itself. */
export class PostgresHost extends PGlite {
  readonly #cells: Int32Array<SharedArrayBuffer> | null;

  static async open(options: HostOptions): Promise<PostgresHost> {
    const host = new PostgresHost(options);
    await host.waitReady;
    host.#guardMainLoop(options.broken);
    return host;
  }

  private constructor(options: HostOptions) {
    const { dataDirectory, wasm, extensions, configuration, control: cells, startParameters, initdbParameters, broken, log } = options;
    super({
      dataDir: dataDirectory,
      pgliteWasmModule: wasm,
      startParams: startParameters,
      ...(initdbParameters ? { initDbStartParams: initdbParameters } : {}),
      // Always given: PGlite then writes the whole file, so that neither ALTER SYSTEM's ancestors nor a folder made by
      // another version can leave a library in it that this build lacks.
      postgresqlconf: configuration,
      extensions: { imports: importPatches(() => this.checkCancel(), broken), ...withoutPreloading(extensions) },
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

  /** There is no shell to run programs in: COPY … PROGRAM gets an error in place of a broken engine. */
  override handleExternalCmd(command: string, mode: string): number {
    return command.startsWith('locale -a') ? super.handleExternalCmd(command, mode) : 0;
  }

  /** Passes a wish to stop on to Postgres, which acts on it at its next safe place. */
  checkCancel(): void {
    if (this.#cells === null || Atomics.load(this.#cells, control.cancel) === 0) return;
    this.#setInterrupt(1);
  }

  forgetCancel(): void {
    if (this.#cells !== null) Atomics.store(this.#cells, control.cancel, 0);
    this.#setInterrupt(0);
  }

  /** Waits until the reader of the results has caught up. A cancel ends the wait: what is left of the result is short then. */
  awaitReader(): void {
    const cells = this.#cells;
    if (cells === null) return;
    for (let unread = Atomics.load(cells, control.unread); unread > unreadLimit; unread = Atomics.load(cells, control.unread)) {
      if (Atomics.load(cells, control.cancel) === 1) return;
      Atomics.wait(cells, control.unread, unread, waitSliceMs);
    }
  }

  #setInterrupt(value: 0 | 1): void {
    const { wasmMemory, _InterruptPending: pending, _QueryCancelPending: cancel } = this.#module;
    const memory = new Int32Array(wasmMemory.buffer);
    memory[pending / 4] = value;
    memory[cancel / 4] = value;
  }

  /**
   * PGlite swallows whatever its main loop throws. Only error recovery may be: after a trap, an overrun stack or a FATAL
   * exit, the engine's memory is in no defined state and every later answer would be wrong or missing.
   */
  #guardMainLoop(broken: (reason: string) => never): void {
    const module = this.#module;
    const once = module._PostgresMainLoopOnce;
    module._PostgresMainLoopOnce = () => {
      try {
        once();
      } catch (error) {
        if ((error as { status?: unknown }).status !== errorRecoveryStatus) broken(error instanceof Error ? error.message : String(error));
        throw error;
      }
    };
  }
}

/** Changes to what the engine finds around it; PGlite lets an extension do that before the engine is loaded. */
function importPatches(checkCancel: () => void, broken: (reason: string) => never): Extension {
  return {
    name: 'imports',
    setup: (_pg, emscriptenOpts: { instantiateWasm: InstantiateWasm }) => Promise.resolve({
      emscriptenOpts: {
        ...emscriptenOpts,
        instantiateWasm: (imports: Imports, done: (...results: unknown[]) => void) => {
          // Changed in place, as extensions' libraries are linked against the same table later.
          const environment = imports['env'];
          if (environment === undefined) throw new Error('The engine imports nothing from its environment.');
          patch(environment, checkCancel, broken);
          return emscriptenOpts.instantiateWasm(imports, done);
        },
      },
    }),
  };
}

function patch(environment: Record<string, WasmFunction>, checkCancel: () => void, broken: (reason: string) => never): void {
  const wrap = (name: string, wrapper: (original: WasmFunction) => WasmFunction) => {
    const original = environment[name];
    if (original === undefined) throw new Error(`The engine no longer imports ${name}.`);
    environment[name] = Object.assign(wrapper(original), original);
  };
  // Timers only fire between statements here, where all they can do is end the one session there is
  // (idle_session_timeout and its kin). Without timers they are settings without effect.
  wrap('_setitimer_js', () => () => 0);
  wrap('exit', (exit) => (status = 0) => {
    if (status !== errorRecoveryStatus && status !== startedStatus && status !== 0) broken(`Postgres ended with status ${status}`);
    return exit(status);
  });
  const napping = new Int32Array(new SharedArrayBuffer(4));
  wrap('__syscall_poll', (poll) => (descriptors = 0, count = 0, timeout = 0) => {
    if (timeout > 0) Atomics.wait(napping, 0, 0, Math.min(timeout, waitSliceMs));
    checkCancel();
    return poll(descriptors, count, timeout);
  });
}

/** PGlite would add the libraries to the configuration unquoted, which Postgres reads as one name. */
function withoutPreloading(extensions: Extensions): Extensions {
  return Object.fromEntries(Object.entries(extensions).map(([name, extension]) => [name, extension instanceof URL ? extension : {
    ...extension,
    async setup(...parameters: Parameters<Extension['setup']>) {
      const { sharedPreloadLibraries: _, ...result } = await extension.setup(...parameters);
      return result;
    },
  } satisfies Extension]));
}
