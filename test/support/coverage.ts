import type { ChartCoverage, ChartMessage } from '../../src/inspector/chart/coverage.ts';
import type { ChartPath } from './paths.ts';

/** Name of the suite with the generated paths of a chart. */
export const pathSuite = (chart: string): string => `every path of ${chart}`;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** How many steps of the paths take each transition. Every path is replayed elsewhere, which proves these numbers. */
export function stepCounts(paths: readonly ChartPath[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { situations } of paths) {
    for (const { taken } of situations) for (const key of new Set(taken)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Every kind of message that leaves the chart on its paths. */
export function messagesOf(paths: readonly ChartPath[]): ChartMessage[] {
  const situations = paths.flatMap((path) => path.situations);
  /** A child's id may be created at run time; the name of its logic is in the chart. */
  const names = new Map(
    situations.flatMap(({ children }) => children).map((child) => [child.id, (child as { src?: unknown }).src]),
  );
  const nameOf = (id: string): string => {
    const name = names.get(id);
    return typeof name === 'string' ? name : id;
  };
  const messages = new Map(
    situations
      .flatMap(({ effects }) => effects)
      .map((effect): [string, ChartMessage] => {
        const message = { to: nameOf(effect.to), event: effect.event.type };
        return [`${message.to} ${message.event}`, message];
      }),
  );
  return [...messages.values()].toSorted((a, b) => byText(a.to, b.to) || byText(a.event, b.event));
}

/** Transitions by the scenario that takes them, for a coverage map. */
export const scenariosIn = ({ scenarios, transitions }: ChartCoverage): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    scenarios.map((name, index) => [
      name,
      new Set(
        Object.entries(transitions)
          .filter(([, coverage]) => coverage.scenarios.includes(index))
          .map(([key]) => key),
      ),
    ]),
  );

/** Errors of the coverage map about one scenario. */
export function scenarioFaults(
  known: ReadonlyMap<string, ReadonlySet<string>>,
  name: string,
  taken: ReadonlySet<string>,
): string[] {
  const said = known.get(name);
  if (!said) return [`it does not know the scenario "${name}"`];
  return [
    ...[...taken].filter((key) => !said.has(key)).map((key) => `"${name}" also takes ${key}`),
    ...[...said].filter((key) => !taken.has(key)).map((key) => `"${name}" does not take ${key}`),
  ];
}

/** Scenarios of the coverage map that no longer exist. */
export const staleScenarios = (known: ReadonlyMap<string, ReadonlySet<string>>, names: readonly string[]): string[] =>
  [...known.keys()].filter((name) => !names.includes(name)).map((name) => `the scenario "${name}" is gone`);
