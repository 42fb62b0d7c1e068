/**
 * Keeps Vitest running in the given folder and runs test files on request: starting Vitest for each mutant would take longer
 * than most tests. It is a separate process because an endless loop in a test can only be ended by killing it.
 */
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { createVitest } from 'vitest/node';
import type { Answer, Order } from './testing.ts';

/** Tests that need a build and a browser take minutes, so they are excluded. */
const slowProject = 'browser';

/** Factor for test timeouts: on a busy machine a slow test must not count as one that detects the mutant. */
const patience = 6;

const root = process.argv[2]!;
process.chdir(root);

const answer = (message: Answer): void => void process.send!(message);

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId}: ${test.fullName}`;

/** The first error of a module outside its tests, in an import or a hook. */
const brokenIn = (module: TestModule): string =>
  `${module.relativeModuleId}: ${module.errors()[0]?.message ?? 'a hook failed'}`.split('\n')[0]!;

let firstFailure: string | null = null;

const stopAtFailure: Reporter = {
  onTestCaseResult(test) {
    if (test.result().state !== 'failed' || firstFailure !== null) return;
    firstFailure = nameOf(test);
    void vitest.cancelCurrentRun('test-failure');
  },
};

const vitest = await createVitest('test', {
  root,
  config: join(root, 'vitest.config.ts'),
  watch: false,
  reporters: [stopAtFailure],
});
for (const { config } of vitest.projects) {
  config.testTimeout *= patience;
  config.hookTimeout *= patience;
  // A mutant must not use modules that were loaded before it.
  config.isolate = true;
}
const specifications = (await vitest.globTestSpecifications()).filter(({ project }) => project.name !== slowProject);

/** Attempts to start the tests: on a busy machine a process may not start in time. */
const maxStarts = 3;

const isUnstarted = (error: unknown): boolean =>
  error instanceof Error && /^\[vitest-pool\]: (Failed to start|Timeout starting)/.test(error.message);

async function run({ tests, changed }: Order): Promise<Answer> {
  firstFailure = null;
  for (const file of changed) vitest.invalidateFile(join(root, file));
  const chosen = specifications.filter(({ moduleId }) => tests.some((test) => moduleId === join(root, test)));
  let since = performance.now();
  let ended = await vitest.runTestSpecifications(chosen);
  for (let starts = 1; starts < maxStarts && ended.unhandledErrors.some(isUnstarted); starts += 1) {
    since = performance.now();
    ended = await vitest.runTestSpecifications(chosen);
  }
  const { testModules, unhandledErrors } = ended;
  const unstarted = unhandledErrors.find(isUnstarted);
  if (unstarted) return { kind: 'unstarted', reason: (unstarted as Error).message };
  // The result also includes modules of earlier runs.
  const broken = testModules.find((module) => tests.includes(module.relativeModuleId) && module.state() === 'failed');
  const failure =
    firstFailure ??
    (broken ? brokenIn(broken) : null) ??
    (unhandledErrors.length > 0
      ? `an error that no test awaits: ${String((unhandledErrors[0] as Error).message)}`.split('\n')[0]!
      : null);
  return { kind: 'ran', failure, ms: performance.now() - since };
}

process.on('message', (order: Order) => {
  run(order).then(answer, (error: unknown) => answer({ kind: 'ran', failure: `Vitest: ${String(error)}`, ms: 0 }));
});
process.on('disconnect', () => process.exit());
answer({ kind: 'ready', tests: [...new Set(specifications.map(({ moduleId }) => moduleId.slice(root.length + 1)))] });
