import type { AnyMachineSnapshot, AnyStateMachine, ContextFrom, EventFrom, InputFrom, SnapshotFrom } from 'xstate';
import { explore } from './exploration.ts';
import type { Effect, Port } from './fakeWorld.ts';
import {
  actOf,
  awaitedIn,
  entryFor,
  leavesOf,
  situationLogic,
  type ChildAct,
  type Repertoire,
  type Situation,
  type Stimulus,
  type Timer,
} from './situations.ts';
import { brief, text } from './text.ts';
import { toursOf, type Goals } from './tours.ts';

/** A machine's environment after a step of a path. */
export interface Moment<M extends AnyStateMachine> {
  /** The snapshot before the step; null at the start. */
  before: SnapshotFrom<M> | null;
  /** The event of the step, from the user or a child; null when a child ended or time passed. */
  event: EventFrom<M> | null;
  /** Ids of the running children. */
  awaited: readonly string[];
  /** Input of the running service with this id. */
  given: (id: string) => unknown;
  /** Number of running timers. */
  timers: number;
  /** Messages of the machine in this step: `to` is a child's id, `port` or `anyone`. */
  sent: readonly Effect[];
}

/** A property that holds on every path. It is checked after every step of every path, and printed in the chart's document. */
export interface Invariant<M extends AnyStateMachine> {
  /** A sentence for readers who do not know the chart. */
  says: string;
  /** Steps to which it applies; all by default. A path must reach one. */
  when?: (snapshot: SnapshotFrom<M>, moment: Moment<M>) => boolean;
  holds: (snapshot: SnapshotFrom<M>, moment: Moment<M>) => boolean;
}

export interface Model<M extends AnyStateMachine> {
  machine: M;
  /** Creates the machine's input. `now` follows the simulated time; messages to `port` are compared step by step. */
  input?: (now: () => number, port: Port) => InputFrom<M>;
  /** Every relevant payload, for every event that the machine accepts; an empty list for events that only its children send. */
  events: { readonly [T in EventFrom<M>['type']]: readonly Extract<EventFrom<M>, { type: T }>[] };
  /** Everything that each child may do, by its id or, with `*` at the end, by the beginning of its id. */
  answers: Readonly<Record<string, readonly ChildAct<EventFrom<M>>[]>>;
  /** The part of context that distinguishes two situations; all of it by default. */
  distinguish?: (context: ContextFrom<M>, now: number) => unknown;
  /** The invariants. */
  invariants?: readonly Invariant<M>[];
  /** Maximum number of edges to explore: 2,000 by default, which take some three seconds to test. */
  limit?: number;
}

export interface ChartPath {
  /** `path 3 of 41, 28 steps`: a failure lists the steps. */
  title: string;
  stimuli: readonly Stimulus[];
  /** One more than stimuli: the start, then the situation after each. */
  situations: readonly Situation[];
}

/** The states that each history state would restore. */
const remembered = ({ historyValue }: AnyMachineSnapshot) =>
  Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]);

/** The delay's name for `after`, otherwise the timer's own id. */
const timerName = ({ id }: Timer): string => /^xstate\.after\.([^.]+)\./.exec(id)?.[1] ?? id;

/** A stimulus as text; the situation before it determines which timer ends. */
export function describeStimulus(stimulus: Stimulus, before: Situation): string {
  switch (stimulus.type) {
    case 'send': {
      const { type, ...payload } = stimulus.event;
      return Object.keys(payload).length > 0 ? `${type} ${brief(payload)}` : type;
    }
    case 'answer':
      return stimulus.output === undefined
        ? `${stimulus.actor} answers`
        : `${stimulus.actor} answers ${brief(stimulus.output)}`;
    case 'fail':
      return `${stimulus.actor} fails with ${brief(stimulus.error)}`;
    case 'report':
      return `${stimulus.actor} sends ${brief(stimulus.event)}`;
    case 'show':
      return `${stimulus.actor} shows ${brief(stimulus.snapshot)}`;
    case 'elapse': {
      const next = Math.min(...before.timers.map(({ due }) => due));
      const names = before.timers.filter(({ due }) => due === next).map(timerName);
      return `${next - before.now} ms pass (${names.join(', ')})`;
    }
  }
}

/** What distinguishes a situation: everything but the context, then the relevant part of the context. */
type Marks = readonly [parts: Readonly<Record<string, unknown>>, distinct: unknown];

/** Why an exploration does not end: the parts of a vertex with the most different values. */
function worstOf(vertices: readonly Marks[]): string {
  const values = new Map<string, Set<string>>();
  const count = (part: string, value: unknown) => {
    const seen = values.get(part) ?? new Set<string>();
    seen.add(text(value));
    values.set(part, seen);
  };
  for (const [parts, distinct] of vertices) {
    for (const [part, value] of Object.entries(parts)) count(part, value);
    if (typeof distinct === 'object' && distinct !== null)
      for (const [key, value] of Object.entries(distinct)) count(`distinguish.${key}`, value);
    else count('distinguish', distinct);
  }
  return [...values]
    .filter(([, { size }]) => size > 1)
    .toSorted(([, a], [, b]) => b.size - a.size)
    .slice(0, 6)
    .map(
      ([part, seen]) =>
        `  ${part}: ${seen.size} values, as ${[...seen]
          .slice(-3)
          .map((value) => (value.length > 60 ? `${value.slice(0, 59)}…` : value))
          .join(' and ')}`,
    )
    .join('\n');
}

/** Every payload and act of the model that no path uses: a typing mistake, or an event that no state handles. */
function unusedOf({ events, answers }: Repertoire, paths: readonly ChartPath[]): string[] {
  const used = new Set(
    paths
      .flatMap(({ stimuli }) => stimuli)
      .map((stimulus) =>
        'actor' in stimulus ? text({ ...stimulus, actor: entryFor(stimulus.actor, answers) }) : text(stimulus),
      ),
  );
  const offered = [
    ...Object.values(events)
      .flat()
      .map((event): [string, Stimulus] => [brief(event), { type: 'send', event }]),
    ...Object.entries(answers).flatMap(([entry, acts]) =>
      acts.map((act): [string, Stimulus] => [`${entry}: ${brief(act)}`, actOf(entry, act)]),
    ),
  ];
  return offered.filter(([, stimulus]) => !used.has(text(stimulus))).map(([name]) => name);
}

/** What the model distinguishes a situation by. */
const marksOf = <M extends AnyStateMachine>(
  situation: Situation,
  { distinguish = (context) => context }: Pick<Model<M>, 'distinguish'>,
): Marks => {
  const { machine: snapshot, timers, now, shown, broken } = situation;
  return [
    {
      state: snapshot.value,
      status: snapshot.status,
      output: snapshot.output as unknown,
      history: remembered(snapshot),
      children: awaitedIn(situation).toSorted(),
      timers: timers.toSorted((a, b) => a.due - b.due).map(({ id }) => id),
      shown,
      broken: broken !== undefined,
    },
    distinguish(snapshot.context as ContextFrom<M>, now),
  ];
};

/** Equal for situations that the model does not distinguish. */
export const vertexName = <M extends AnyStateMachine>(
  situation: Situation,
  model: Pick<Model<M>, 'distinguish'>,
): string => text(marksOf(situation, model));

/** Independent parts of a situation: active states, running children and timers, what is shown, distinguished values. */
export const facetsOf = <M extends AnyStateMachine>(
  situation: Situation,
  model: Pick<Model<M>, 'distinguish'>,
): readonly string[] => {
  const [{ status, output, history, children, timers, shown, broken }, distinct] = marksOf(situation, model);
  const values =
    typeof distinct === 'object' && distinct !== null && !Array.isArray(distinct) ? distinct : { distinct };
  return [
    ...leavesOf(situation.machine),
    ...Object.entries({ status, output, history, children, timers, broken }).map(
      ([name, value]) => `its ${name}: ${text(value)}`,
    ),
    ...Object.entries(shown as object).map(([name, value]) => `${name} shows ${text(value)}`),
    ...Object.entries(values).map(([name, value]) => `${name} is ${text(value)}`),
  ];
};

/**
 * Paths that together reach every goal, by default every edge between distinguishable situations. Throws when there are
 * too many edges, when a child has no entry in the model, or when the model contains something that no path uses.
 */
export function pathsOf<M extends AnyStateMachine>(model: Model<M>, goals?: Goals): ChartPath[] {
  const { machine, input, events, answers, limit = 2_000 } = model;
  const logic = situationLogic(machine, input);
  const repertoire = { events, answers } as Repertoire;
  const vertices = new Map<string, Situation>();
  const exploration = explore({
    start: logic.getInitialSnapshot(undefined as never, undefined),
    follow: (situation, stimulus) => logic.transition(situation, stimulus, undefined as never),
    repertoire,
    nameOf(situation) {
      const name = vertexName(situation, model);
      if (!vertices.has(name)) vertices.set(name, situation);
      return name;
    },
    count(explored) {
      if (explored < limit) return;
      throw new Error(
        `The paths of "${machine.id}" do not come to an end: ${limit} edges explored, and more to come.\nWhat differs most between its places:\n${worstOf([...vertices.values()].map((situation) => marksOf(situation, model)))}\nLet \`distinguish\` tell fewer contexts apart, offer fewer payloads, or raise \`limit\`.`,
      );
    },
  });
  const tours = toursOf(exploration, goals);
  const paths = tours.map(({ stimuli, situations }, index): ChartPath => ({
    title: `path ${index + 1} of ${tours.length}, ${stimuli.length} ${stimuli.length === 1 ? 'step' : 'steps'}`,
    stimuli,
    situations,
  }));
  const unused = unusedOf(repertoire, paths);
  if (unused.length > 0)
    throw new Error(
      `The model of "${machine.id}" offers what no path takes:\n${unused.map((line) => `  ${line}`).join('\n')}\nNo state listens to it, or the chart never gets there.`,
    );
  return paths;
}
