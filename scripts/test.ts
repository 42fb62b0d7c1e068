/**
 * `npm test`: all checks, in parallel as far as the machine has cores, and one summary line at the end. With arguments it
 * runs only the tests that they select: `npm test -- sql`, `npm test -- test/machines/session -t backing`.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { evidenceFolderKey } from '../test/support/pathEvidence.ts';
import { ensureBuild } from './launch/build.mjs';
import { exitCodeOf, runInForeground } from './launch/child.mjs';
import { compileCacheIn } from './launch/compileCache.mjs';
import { Explained, say, seconds } from './launch/output.mjs';
import { openMemoryFolder } from './test/memoryFolder.ts';
import { ensurePrograms, type Missing } from './test/programs.ts';
import { runJobs, type Job } from './test/schedule.ts';
import { add, nothing, tallyOf, type Tally, type VitestReport } from './test/testCounts.ts';

const root = resolve(import.meta.dirname, '..');
const reports = join(root, '.cache', 'test');
const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs');
const oneCheck = (passed: boolean): Tally => ({ ...nothing, passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

const reportPath = (name: string): string => join(reports, `${name}.json`);

function readReport(name: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(reportPath(name), 'utf8')) as VitestReport;
  } catch {
    return null;
  }
}

/** The selected tests, with Vitest's own output. */
async function runSome(args: readonly string[]): Promise<Tally> {
  // Vitest checks all options; only the value of this one could be taken for a part of a file's name.
  const { positionals: filters } = parseArgs({
    args: [...args],
    options: { testNamePattern: { type: 'string', short: 't' } },
    strict: false,
    allowPositionals: true,
  });
  const browserFiles = readdirSync(join(root, 'test/browser'), { recursive: true, encoding: 'utf8' }).map((path) =>
    join('test/browser', path),
  );
  if (filters.length === 0 || browserFiles.some((path) => filters.some((filter) => path.includes(filter)))) {
    for (const { name, why } of await ensurePrograms()) say(`! ${name}: ${why}`);
    await ensureBuild(root);
  }
  const ending = await runInForeground(
    process.execPath,
    [vitestProgram, 'run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${reportPath('some')}`],
    { cwd: root },
  );
  return tallyOf(readReport('some'), exitCodeOf(ending));
}

const running = new Set<ReturnType<typeof spawn>>();

/** Runs a program to its end and captures its output. */
function quietly(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ exitCode: number; output: string }> {
  return new Promise((settle) => {
    const env = { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...settings };
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('close', (code, signal) => {
      running.delete(child);
      settle({ exitCode: exitCodeOf({ code, signal }), output: Buffer.concat(chunks).toString('utf8').trim() });
    });
  });
}

interface Outcome {
  tally: Tally;
  output: string;
}

/** Prints the result of a suite when it ends, with its output if it failed. */
async function reported(name: string, work: () => Promise<Outcome>): Promise<Tally> {
  const since = performance.now();
  const pulse = setInterval(() => say(`  ${name}: still running (${seconds(since)})`), 60_000);
  const { tally, output } = await work().finally(() => clearInterval(pulse));
  const { passed, failed, skipped } = tally;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  if (failed > 0 && output !== '') say(`\n${output}\n`, process.stdout);
  say(`${failed > 0 ? '✗' : '✓'} ${name}: ${counts.join(', ')} (${seconds(since)})`, process.stdout);
  return tally;
}

interface JobOptions {
  after?: readonly string[];
  /** Environment variables beside those of this process. */
  settings?: Readonly<Record<string, string>>;
}

/** All checks. */
async function runAll(): Promise<Tally> {
  const cores = availableParallelism();
  const lanes = Math.max(2, Math.min(cores, 4));
  const workers = Math.max(1, Math.floor(cores / 2));

  const check = (
    name: string,
    program: string,
    args: readonly string[],
    { after = [], settings = {} }: JobOptions = {},
  ): Job<Tally> => ({
    name,
    lanes: 1,
    after,
    run: () =>
      reported(name, async () => {
        const { exitCode, output } = await quietly([join(root, program), ...args], settings);
        return { tally: oneCheck(exitCode === 0), output };
      }),
  });
  const suite = (name: string, options: JobOptions & { lanes: number; workers: number }): Job<Tally> => ({
    name,
    lanes: options.lanes,
    after: options.after ?? [],
    run: () =>
      reported(name, async () => {
        const { exitCode, output } = await quietly(
          [
            vitestProgram,
            'run',
            '--project',
            name,
            `--maxWorkers=${options.workers}`,
            '--silent=passed-only',
            '--reporter=minimal',
            '--reporter=json',
            `--outputFile.json=${reportPath(name)}`,
          ],
          options.settings,
        );
        return { tally: tallyOf(readReport(name), exitCode), output };
      }),
  });

  const evidence = { [evidenceFolderKey]: join(reports, 'paths') };
  let missing: readonly Missing[] = [];
  const jobs: readonly Job<Tally>[] = [
    {
      // Mostly waits for the network, so it takes no lane. In CI a missing program is a failure.
      name: 'programs',
      lanes: 0,
      run: async () => {
        missing = await ensurePrograms();
        for (const { name, why } of missing) say(`! ${name}: ${why}`);
        return process.env['CI'] ? { ...nothing, failed: missing.length } : nothing;
      },
    },
    // It is the longest before the journeys, and a third of that time it waits: for engines that start, for time limits, for
    // servers that are killed. So it begins first, and has a worker more than there are lanes.
    suite('server', { after: ['programs'], lanes: 1, workers: lanes + 1 }),
    check('format', 'node_modules/oxfmt/bin/oxfmt', ['--check']),
    check('lint', 'node_modules/oxlint/bin/oxlint', ['--deny-warnings']),
    // One checker: each further one checks again what its files have in common, on cores that other jobs use.
    // It collects garbage less often than Go would: a fifth of its time, for 100 MB.
    check('types', 'node_modules/typescript/bin/tsc', ['-b', '--checkers', '1'], { settings: { GOGC: '400' } }),
    {
      name: 'build',
      lanes: 1,
      run: () =>
        reported('build', () =>
          ensureBuild(root).then(
            () => ({ tally: oneCheck(true), output: '' }),
            (error: unknown) => ({
              tally: oneCheck(false),
              output: error instanceof Explained ? error.message : String(error),
            }),
          ),
        ),
    },
    suite('machines', { lanes: 1, workers, settings: evidence }),
    // It reads what the paths of the charts said, which take longer to plan than all else there is to check.
    check('statecharts', 'scripts/statecharts.ts', ['--check'], {
      after: ['machines'],
      settings: evidence,
    }),
    suite('services', { lanes: 1, workers }),
    // The servers and browsers of the journeys use the whole machine. One more than it has lanes, because now and then
    // a journey waits for what takes its time.
    suite('browser', { after: ['programs', 'build'], lanes, workers: lanes + 1 }),
    // Beside the journeys: while they wait for pages and timers, an eighth of the machine has nothing to do.
    suite('views', { after: ['server', 'statecharts', 'services'], lanes: 0, workers }),
  ];

  const tallies = await runJobs(jobs, lanes);
  for (const { name, why } of missing) say(`Not proven here, for want of a ${name}: ${why}`);
  const total = tallies.reduce(add, nothing);
  if (total.skipped > 0) say(`${total.skipped} tests were skipped.`);
  return total;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const child of running) child.kill(signal);
    process.exit(exitCodeOf({ code: null, signal }));
  });
}

const memoryFolder = openMemoryFolder();
if (memoryFolder !== null) {
  // Every test and every program that one starts keeps its temporary files there.
  process.env['TMPDIR'] = memoryFolder;
  process.once('exit', () => rmSync(memoryFolder, { recursive: true, force: true }));
}
// Vitest's own programs and the tests' servers are compiled once, as `npm start` does it.
process.env['NODE_COMPILE_CACHE'] = compileCacheIn(root);

if (existsSync(reports)) rmSync(reports, { recursive: true });
mkdirSync(reports, { recursive: true });
const args = process.argv.slice(2);
const total = args.length > 0 ? await runSome(args) : await runAll();
say(`${total.passed} passed, ${total.failed} failed`, process.stdout);
process.exitCode = total.failed > 0 ? 1 : 0;
