/**
 * Checks the coverage map: the transitions of each scenario are recorded while it runs, and must match the chart's
 * document. With a folder in BASECHART_RECORD_SCENARIOS they are written there instead.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, afterEach, beforeEach, type RunnerTask, type RunnerTestCase } from 'vitest';
import { documentOf, root } from '../../scripts/statecharts/charts.ts';
import { coverageIn } from '../../scripts/statecharts/coverageMap.ts';
import { pathSuite, scenarioFaults, scenariosIn, staleScenarios } from './coverage.ts';
import { ScenarioRecorder } from './scenarioRecorder.ts';

const testsIn = (task: RunnerTask): RunnerTestCase[] => (task.type === 'suite' ? task.tasks.flatMap(testsIn) : [task]);

/** The page of the chart whose test this is. */
export const documentBeside = (testPath: string): string =>
  resolve(root, documentOf(basename(dirname(testPath)), basename(testPath, '.test.ts')));

/** Records the scenarios of the current file, the test of a chart. */
export function watchScenarios(testPath: string): void {
  const chart = basename(testPath, '.test.ts');
  const folder = process.env['BASECHART_RECORD_SCENARIOS'];
  const document = documentBeside(testPath);
  const map = folder === undefined && existsSync(document) ? coverageIn(readFileSync(document, 'utf8')) : null;
  const known = map && scenariosIn(map);
  const recorder = new ScenarioRecorder(chart);
  const stop = recorder.watch();
  const faults: string[] = [];

  const isScenario = ({ fullTestName }: RunnerTestCase): boolean => !fullTestName.startsWith(`${pathSuite(chart)} > `);

  beforeEach(({ task }) => {
    if (isScenario(task)) recorder.begin(task.fullTestName);
  });

  afterEach(({ task }) => {
    if (!isScenario(task)) return;
    recorder.end();
    // A failed test reports itself. `npm run statecharts -- --check` finds a chart without a map.
    if (known === null || task.result?.state === 'fail') return;
    faults.push(...scenarioFaults(known, task.fullTestName, recorder.taken.get(task.fullTestName) ?? new Set()));
  });

  afterAll(({}, { tasks }) => {
    stop();
    const scenarios = tasks.flatMap(testsIn).filter(isScenario);
    const names = scenarios.map(({ fullTestName }) => fullTestName);
    if (folder !== undefined) {
      if (scenarios.some(({ result }) => result?.state === 'fail')) return;
      writeFileSync(
        join(folder, `${chart}.json`),
        JSON.stringify(names.map((name) => [name, [...(recorder.taken.get(name) ?? [])].toSorted()])),
      );
      return;
    }
    if (known) faults.push(...staleScenarios(known, names));
    if (faults.length > 0)
      throw new Error(
        `The coverage map of "${chart}" is out of date:\n${faults.join('\n')}\nIf this change is intended, run \`npm run statecharts\` and commit what it writes.`,
      );
  });
}
