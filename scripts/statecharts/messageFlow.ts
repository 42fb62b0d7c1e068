import { StateMachine, type AnyStateMachine } from 'xstate';
import type { ChartMessage } from '../../src/inspector/chart/coverage.ts';
import type { Screen } from './screens.ts';

/** The parts of a chart that determine its messages. */
export interface Talker {
  id: string;
  machine: AnyStateMachine;
  messages: readonly ChartMessage[];
}

/** A child that a chart starts. */
export interface Started {
  /** Name of its logic in the chart that starts it. */
  src: string;
  /** Ids of the charts that it may run; none for a service. */
  charts: readonly string[];
}

/** Messages from one chart to another. */
export interface Talk {
  from: string;
  to: string;
  events: readonly string[];
}

export interface Conversation {
  startedBy(chart: string): readonly Started[];
  startersOf(chart: string): readonly string[];
  /** The chart, its possible parents, and so on. */
  withThoseAbove(chart: string): readonly string[];
  /** Between charts, in the order of the charts. */
  talks: readonly Talk[];
  /** Messages without a receiver, as sentences. */
  unheard: readonly string[];
}

/**
 * Runs a chart that is loaded later, under that chart’s name (`src/machines/parts/lazyLogic.ts`). Logic that XState
 * itself creates has a `config`.
 */
const isStandIn = (logic: object): boolean => !('config' in logic);

/** The chart with the placeholders that run the flows of the current screen and of its layouts. */
const host = 'screen';

/**
 * The tree of charts and their messages, from the machines and the messages on their paths. A message through the port
 * goes to the nearest chart above that handles the event.
 */
export function conversationOf(charts: readonly Talker[], screens: readonly Screen[]): Conversation {
  const known = new Map(charts.map((chart) => [chart.id, chart]));
  const hosted: Readonly<Record<string, readonly string[]>> = {
    flow: [...new Set(screens.flatMap(({ flow }) => (flow === null ? [] : [flow])))],
    layout: [...new Set(screens.flatMap(({ layoutFlows }) => layoutFlows))],
  };
  const chartsBehind = (id: string, src: string, logic: object): readonly string[] => {
    if (logic instanceof StateMachine) return [logic.id];
    if (!isStandIn(logic)) return [];
    return (id === host ? hosted[src] : undefined) ?? (known.has(src) ? [src] : []);
  };
  const started = new Map(
    charts.map(({ id, machine }): [string, Started[]] => [
      id,
      Object.entries(machine.implementations.actors as Record<string, object>).map(([src, logic]) => ({
        src,
        charts: chartsBehind(id, src, logic),
      })),
    ]),
  );
  const startersOf = (chart: string): string[] =>
    [...started].filter(([, children]) => children.some(({ charts: ids }) => ids.includes(chart))).map(([id]) => id);
  const withThoseAbove = (chart: string, passed: readonly string[] = []): string[] => [
    chart,
    ...startersOf(chart)
      .filter((id) => !passed.includes(id))
      .flatMap((id) => withThoseAbove(id, [...passed, chart])),
  ];
  const listens = (chart: string, event: string): boolean => known.get(chart)?.machine.events.includes(event) ?? false;

  /** The nearest charts above that handle the event, one for each possible parent. */
  const above = (chart: string, event: string, passed: readonly string[] = []): string[] =>
    startersOf(chart)
      .filter((id) => !passed.includes(id))
      .flatMap((id) => (listens(id, event) ? [id] : above(id, event, [...passed, id])));

  const pairs = new Map<string, { from: string; to: string; events: string[] }>();
  const unheard: string[] = [];
  const say = (from: string, to: string, event: string) => {
    const key = `${from} ${to}`;
    const pair = pairs.get(key) ?? { from, to, events: [] };
    pairs.set(key, pair);
    if (!pair.events.includes(event)) pair.events.push(event);
  };
  for (const { id, messages } of charts) {
    for (const { to, event } of messages) {
      if (to === 'anyone') continue;
      if (to === 'port') {
        const hearers = [...new Set(above(id, event))];
        if (hearers.length === 0)
          unheard.push(`${id} sends "${event}" through its port, and no chart above it handles it.`);
        for (const hearer of hearers) say(id, hearer, event);
        continue;
      }
      for (const child of started.get(id)?.find(({ src }) => src === to)?.charts ?? []) {
        if (!listens(child, event)) unheard.push(`${id} sends "${event}" to ${child}, which does not handle it.`);
        say(id, child, event);
      }
    }
  }
  return {
    startedBy: (chart) => started.get(chart) ?? [],
    startersOf,
    withThoseAbove,
    talks: [...pairs.values()],
    unheard,
  };
}
