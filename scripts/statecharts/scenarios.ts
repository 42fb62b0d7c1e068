import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { filesOf, root, type Chart } from './charts.ts';
import type { Scenarios } from './testEvidence.ts';

interface Recording {
  scenarios: ReadonlyMap<string, Scenarios>;
  /** Output of the test run; empty when everything passed. */
  complaint: string;
}

/**
 * Runs the scenarios of these charts and records the transitions that each takes. A chart with a failing scenario is left
 * out.
 */
export async function recordScenarios(charts: readonly Chart[]): Promise<Recording> {
  const folder = await mkdtemp(join(tmpdir(), 'basechart-scenarios-'));
  try {
    const files = charts.map((chart) => filesOf(chart).test);
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--project',
        'machines',
        '--reporter=minimal',
        '--silent',
        '--passWithNoTests',
        ...files,
      ],
      {
        cwd: root,
        env: { ...process.env, BASECHART_RECORD_SCENARIOS: folder, BASECHART_SCENARIOS_ONLY: '1', NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    const code = await new Promise((settle) => child.once('close', settle));
    const recorded = await Promise.all(
      (await readdir(folder)).map(
        async (file) =>
          [basename(file, '.json'), JSON.parse(await readFile(join(folder, file), 'utf8')) as Scenarios] as const,
      ),
    );
    return { scenarios: new Map(recorded), complaint: code === 0 ? '' : Buffer.concat(output).toString('utf8').trim() };
  } finally {
    await rm(folder, { recursive: true });
  }
}
