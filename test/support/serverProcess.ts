/** The real server in a separate process, as `npm start` runs it, on a free port. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { nodeFlags, withSmallMemory } from '../../scripts/launch/memory.mjs';

const root = resolve(import.meta.dirname, '../..');

export interface ServerOptions {
  /** The data folder. */
  data: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Fixed where a restarted server needs the same one; otherwise a free one. */
  port?: number;
  /** For tests that do not judge how passwords are hashed. */
  hashesQuickly?: boolean;
}

export interface ServerProcess {
  origin: string;
  port: number;
  /** Milliseconds from spawning to the line with its address. */
  startedIn: number;
  process: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** Stops it (Ctrl-C) and returns its exit code; `SIGKILL` ends it without a shutdown. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Limits that a test file with many sign-ups does not reach. */
const unlimited = {
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '0',
  GOTRUE_RATE_LIMIT_OTP: '0',
  BASECHART_RATE_LIMIT_API: '0',
  BASECHART_RATE_LIMIT_PASSWORD_CHECK: '0',
};

/** Ends the server when the process that started it is gone, which an interrupted run cannot do itself. */
const endWithParent =
  'data:text/javascript,process.once("disconnect", () => process.kill(process.pid, "SIGKILL")); process.channel?.unref();';

const address = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)/;

const hashQuickly = ['--import', new URL('quickServer.ts', import.meta.url).href];

export async function startServer({
  data,
  args = [],
  env = {},
  port = 0,
  hashesQuickly = false,
}: ServerOptions): Promise<ServerProcess> {
  const since = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...nodeFlags,
      '--import',
      endWithParent,
      ...(hashesQuickly ? hashQuickly : []),
      join(root, 'server/main.ts'),
      ...args,
    ],
    {
      cwd: root,
      env: {
        ...withSmallMemory(process.env),
        ...unlimited,
        DATABASE_URL: '',
        PORT: String(port),
        BASECHART_DATA: data,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let printed = '';
  const listening = Promise.withResolvers<number>();
  const listen = (chunk: Buffer) => {
    printed += chunk.toString('utf8');
    const found = address.exec(printed);
    if (found) listening.resolve(Number(found[1]));
  };
  child.stdout!.on('data', listen);
  child.stderr!.on('data', listen);
  child.once('exit', (code, signal) =>
    listening.reject(new Error(`The server ended with ${code ?? signal} before it listened:\n${printed}`)),
  );

  const foundPort = await listening.promise;
  return {
    // The address that it prints, not another name for it: the session cookie and CORS depend on the origin.
    origin: address.exec(printed)![0],
    port: foundPort,
    startedIn: performance.now() - since,
    process: child,
    output: () => printed,
    stop: async (signal = 'SIGINT') => {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const ended = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await ended)[0];
    },
  };
}
