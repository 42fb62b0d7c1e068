/**
 * Holds the coverage map to the truth: what each scenario of a chart takes of it is recorded while it runs, and has to be
 * what `src/inspector/chart/coverage/<chart>.json` says. With a folder in BASECHART_RECORD_SCENARIOS it is written there instead.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, type RunnerTask, type RunnerTestCase } from 'vitest';
import type { ChartCoverage } from '../../src/inspector/chart/coverage.ts';
import { scenarioFaults, scenariosIn, staleScenarios } from './coverage.ts';
import { ScenarioRecorder } from './scenarioRecorder.ts';

const suffix = '.scenarios.test.ts';
const file = expect.getState().testPath ?? '';

const testsIn = (task: RunnerTask): RunnerTestCase[] => (task.type === 'suite' ? task.tasks.flatMap(testsIn) : [task]);

if (file.endsWith(suffix)) {
  const chart = basename(file, suffix);
  const folder = process.env['BASECHART_RECORD_SCENARIOS'];
  const map = resolve(import.meta.dirname, `../../src/inspector/chart/coverage/${chart}.json`);
  const known =
    folder === undefined && existsSync(map)
      ? scenariosIn(JSON.parse(readFileSync(map, 'utf8')) as ChartCoverage)
      : null;
  const recorder = new ScenarioRecorder(chart);
  const stop = recorder.watch();

  const faults: string[] = [];

  beforeEach(({ task }) => recorder.begin(task.fullTestName));
  afterEach(({ task }) => {
    recorder.end();
    // What failed says so itself. A chart that has no map yet is found by `npm run statecharts -- --check`.
    if (known === null || task.result?.state === 'fail') return;
    faults.push(...scenarioFaults(known, task.fullTestName, recorder.taken.get(task.fullTestName) ?? new Set()));
  });
  afterAll(({}, { tasks }) => {
    stop();
    const tests = tasks.flatMap(testsIn);
    const names = tests.map(({ fullTestName }) => fullTestName);
    if (folder !== undefined) {
      if (tests.some(({ result }) => result?.state === 'fail')) return;
      writeFileSync(
        join(folder, `${chart}.json`),
        JSON.stringify(names.map((name) => [name, [...(recorder.taken.get(name) ?? [])].toSorted()])),
      );
      return;
    }
    if (known) faults.push(...staleScenarios(known, names));
    if (faults.length > 0)
      throw new Error(
        `The coverage map of "${chart}" is out of date:\n${faults.join('\n')}\nRun \`npm run statecharts\` and commit what it writes.`,
      );
  });
}
