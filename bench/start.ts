import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { href } from '../src/router/href.ts';
import type { Figure } from './figure.ts';
import { withStartedServer } from './startedServer.ts';

const root = resolve(import.meta.dirname, '..');

/** From the command to the first answered request; then the process is asked to end. */
async function startOnce(command: readonly [string, ...string[]], dataFolder: string): Promise<number> {
  const since = performance.now();
  return await withStartedServer(command, { folder: root, dataFolder }, async (origin) => {
    const answer = await fetch(`${origin}${href('signIn')}`);
    await answer.text();
    return performance.now() - since;
  });
}

const repeat = async (times: number, work: () => Promise<number>): Promise<number[]> => {
  const samples: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) samples.push(await work());
  return samples;
};

/** Starting with everything installed and built; the first start on a folder makes its database and is taken apart. */
export async function benchStart(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'basechart bench '));
  const data = join(folder, 'data');
  try {
    const fresh = await startOnce([process.execPath, 'scripts/launch.mjs', 'start'], data);
    const launched = await repeat(7, () => startOnce([process.execPath, 'scripts/launch.mjs', 'start'], data));
    const byNpm = await repeat(7, () => startOnce(['npm', 'start', '--silent'], data));
    const bare = await repeat(7, async () => {
      const since = performance.now();
      await once(spawn(process.execPath, ['--eval', ''], { stdio: 'ignore' }), 'close');
      return performance.now() - since;
    });
    return [
      { name: '`npm start` to the first answered request', samples: byNpm, unit: 'ms', limit: { atMost: 2_000 } },
      { name: 'The same without npm’s own part', samples: launched, unit: 'ms' },
      { name: 'The same on a new data folder', samples: [fresh], unit: 'ms' },
      { name: 'For comparison: Node starting and ending', samples: bare, unit: 'ms' },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
