import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface Start {
  folder: string;
  dataFolder: string;
  env?: NodeJS.ProcessEnv;
  onOutput?: (said: string) => void;
}

/**
 * Starts the product by a command, hands over its address once it listens, and ends it afterwards. Rejects with what the
 * command said if it ends early.
 */
export async function withStartedServer<T>(
  [command, ...args]: readonly [command: string, ...args: string[]],
  { folder, dataFolder, env = {}, onOutput }: Start,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, DATABASE_URL: '', PORT: '0', BASECHART_DATA: dataFolder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const listening = Promise.withResolvers<string>();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      onOutput?.(said);
      const found = /Basechart is running at (\S+)/.exec(said);
      if (found) listening.resolve(found[1]!);
    });
  }
  const ended = once(child, 'close').then(() => listening.reject(new Error(`It ended:\n${said}`)), listening.reject);
  try {
    return await use(await listening.promise);
  } finally {
    // As Ctrl-C does in a terminal: npm, its shell and the server.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, 'SIGINT');
    await ended;
  }
}
