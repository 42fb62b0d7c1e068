import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import type { ChartCoverage } from '../../src/inspector/chart/coverage.ts';
import { transitionsOf } from '../../src/inspector/chart/statechart.ts';
import { scenariosIn } from '../../test/support/coverage.ts';
import { evidenceOf, keptEvidence } from '../../test/support/pathEvidence.ts';
import { pathsOf, type Model } from '../../test/support/paths.ts';
import { filesOf, root, type Chart } from './charts.ts';
import { coverageIn } from './coverageMap.ts';

/** By name, the transitions that each scenario of a chart takes. */
export type Scenarios = readonly (readonly [name: string, taken: readonly string[]])[];

/** A chart with its test evidence. */
export interface ProvenChart extends Chart {
  model: Model<AnyStateMachine>;
  coverage: ChartCoverage;
}

/** The last written coverage map; null without one. */
export function writtenCoverage(chart: Chart): ChartCoverage | null {
  const file = resolve(root, filesOf(chart).document);
  return existsSync(file) ? coverageIn(readFileSync(file, 'utf8')) : null;
}

const writtenScenarios = (chart: Chart): Scenarios => {
  const written = writtenCoverage(chart);
  return written ? [...scenariosIn(written)].map(([name, taken]) => [name, [...taken]]) : [];
};

async function modelOf(chart: Chart): Promise<Model<AnyStateMachine>> {
  const { id } = chart;
  const file = filesOf(chart).model;
  if (!existsSync(resolve(root, file))) throw new Error(`${id} has no model: ${file} should export \`${id}Model\`.`);
  const exported = ((await import(pathToFileURL(resolve(root, file)).href)) as Record<string, unknown>)[`${id}Model`];
  if (typeof exported !== 'object' || exported === null) throw new Error(`${file} should export \`${id}Model\`.`);
  return exported as Model<AnyStateMachine>;
}

/** The chart with the paths of this run, newly generated where it has kept none, and with the given scenarios or the last written ones. */
export async function proven(chart: Chart, scenarios: Scenarios = writtenScenarios(chart)): Promise<ProvenChart> {
  const model = await modelOf(chart);
  const { paths, steps, messages } = keptEvidence(chart.id) ?? evidenceOf(pathsOf(model));
  const transitions = Object.fromEntries(
    transitionsOf(chart.machine).map(({ key }) => [
      key,
      {
        steps: steps[key] ?? 0,
        scenarios: scenarios.flatMap(([, taken], index) => (taken.includes(key) ? [index] : [])),
      },
    ]),
  );
  return {
    ...chart,
    model,
    coverage: {
      chart: chart.id,
      paths,
      scenarios: scenarios.map(([name]) => name),
      transitions,
      messages,
    },
  };
}

/** The chart with its last written coverage; null without one. */
export async function asWritten(chart: Chart): Promise<ProvenChart | null> {
  const coverage = writtenCoverage(chart);
  if (!coverage) return null;
  const model = await modelOf(chart).catch(() => ({ machine: chart.machine, events: {}, answers: {} }));
  return { ...chart, model, coverage };
}
