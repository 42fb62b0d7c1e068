import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AnyStateMachine } from 'xstate';
import type { ChartCoverage } from '../../src/inspector/chart/coverage.ts';
import { transitionsOf } from '../../src/inspector/chart/statechart.ts';
import { messagesOf, pathCounts, scenariosIn } from '../../test/support/coverage.ts';
import { pathsOf, type Model } from '../../test/support/paths.ts';
import { placesOf, root, type Chart } from './charts.ts';

/** By name, the transitions that each scenario of a chart takes. */
export type Scenarios = readonly (readonly [name: string, taken: readonly string[]])[];

/** A chart with what its tests say of it. */
export interface ProvenChart extends Chart {
  model: Model<AnyStateMachine>;
  coverage: ChartCoverage;
}

export const coverageFolder = 'src/inspector/chart/coverage';

/** The map as it was written last; null where there is none. */
function writtenCoverage(id: string): ChartCoverage | null {
  const file = resolve(root, coverageFolder, `${id}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ChartCoverage) : null;
}

const writtenScenarios = (id: string): Scenarios => {
  const written = writtenCoverage(id);
  return written ? [...scenariosIn(written)].map(([name, taken]) => [name, [...taken]]) : [];
};

async function modelOf(chart: Chart): Promise<Model<AnyStateMachine>> {
  const { id } = chart;
  const file = placesOf(chart).model;
  if (!existsSync(resolve(root, file))) throw new Error(`${id} has no model: ${file} should export \`${id}Model\`.`);
  const exported = ((await import(pathToFileURL(resolve(root, file)).href)) as Record<string, unknown>)[`${id}Model`];
  if (typeof exported !== 'object' || exported === null) throw new Error(`${file} should export \`${id}Model\`.`);
  return exported as Model<AnyStateMachine>;
}

/** The chart with its paths walked anew, and its scenarios as given, else as they were written last. */
export async function proven(chart: Chart, scenarios: Scenarios = writtenScenarios(chart.id)): Promise<ProvenChart> {
  const model = await modelOf(chart);
  const paths = pathsOf(model);
  const counts = pathCounts(paths);
  const hasView = existsSync(resolve(root, placesOf(chart).viewPaths));
  const transitions = Object.fromEntries(
    transitionsOf(chart.machine).map(({ key }) => {
      const taking = counts.get(key) ?? 0;
      return [
        key,
        {
          paths: taking,
          viewPaths: hasView ? taking : null,
          scenarios: scenarios.flatMap(([, taken], index) => (taken.includes(key) ? [index] : [])),
        },
      ];
    }),
  );
  return {
    ...chart,
    model,
    coverage: {
      chart: chart.id,
      paths: paths.length,
      scenarios: scenarios.map(([name]) => name),
      transitions,
      messages: messagesOf(paths),
    },
  };
}

/** The chart with what was written of it last; null where nothing was. */
export async function asWritten(chart: Chart): Promise<ProvenChart | null> {
  const coverage = writtenCoverage(chart.id);
  if (!coverage) return null;
  const model = await modelOf(chart).catch(() => ({ machine: chart.machine, events: {}, answers: {} }));
  return { ...chart, model, coverage };
}

/** One line for each part, so that a change reads well. */
export function coverageText({ chart, paths, scenarios, transitions, messages }: ChartCoverage): string {
  const block = (open: string, lines: readonly string[], close: string) =>
    lines.length === 0 ? `${open}${close}` : `${open}\n${lines.map((line) => `    ${line}`).join(',\n')}\n  ${close}`;
  const list = (items: readonly unknown[]) =>
    block(
      '[',
      items.map((item) => JSON.stringify(item)),
      ']',
    );
  const record = block(
    '{',
    Object.entries(transitions).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    '}',
  );
  return `{\n  "chart": ${JSON.stringify(chart)},\n  "paths": ${paths},\n  "scenarios": ${list(scenarios)},\n  "transitions": ${record},\n  "messages": ${list(messages)}\n}\n`;
}
