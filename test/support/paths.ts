import type { AnyMachineSnapshot, AnyStateMachine, ContextFrom, EventFrom, InputFrom } from 'xstate';
import { getShortestPaths } from './graph.ts';
import { possibleStimuli, situationLogic, type Repertoire, type Situation, type Stimulus } from './situations.ts';

export interface Model<M extends AnyStateMachine> {
  machine: M;
  /** Makes the machine's input; `now` follows the simulated time. */
  input?: (now: () => number) => InputFrom<M>;
  /** Every payload worth telling apart, for every event the machine accepts. */
  events: { readonly [T in EventFrom<M>['type']]: readonly Extract<EventFrom<M>, { type: T }>[] };
  /** Every way each awaited actor may end, by actor id. */
  answers: Repertoire['answers'];
  /** The part of context that makes two situations different; all of it unless given. */
  distinguish?: (context: ContextFrom<M>, now: number) => unknown;
  /** Most edges to explore before giving up. */
  limit?: number;
}

export interface ChartPath {
  description: string;
  stimuli: readonly Stimulus[];
  situations: readonly Situation[];
}

/** JSON that keeps errors apart: plain JSON writes every Error as `{}`. */
const text = (value: unknown): string => JSON.stringify(value, (_, part: unknown) => (part instanceof Error ? `${part.name}: ${part.message}` : part));

/** Which states each history state would restore. */
const remembered = ({ historyValue }: AnyMachineSnapshot) => Object.entries(historyValue).map(([id, nodes]) => [id, nodes.map((node) => node.id)]);

export function describeStimulus(stimulus: Stimulus): string {
  switch (stimulus.type) {
    case 'send': return text(stimulus.event);
    case 'answer': return `${stimulus.actor} answers ${text(stimulus.output)}`;
    case 'fail': return `${stimulus.actor} fails with ${text(stimulus.error)}`;
    case 'elapse': return 'time passes';
  }
}

/** Paths that together take every edge between distinguishable situations, none a prefix of another. */
export function pathsOf<M extends AnyStateMachine>({ machine, input, events, answers, distinguish = (context) => context, limit = 20_000 }: Model<M>): ChartPath[] {
  const logic = situationLogic(machine, input);
  const place = ({ machine: snapshot, awaited, timers, now }: Situation) =>
    text([
      snapshot.value, snapshot.status, distinguish(snapshot.context, now), remembered(snapshot),
      awaited.toSorted(), timers.toSorted((a, b) => a.due - b.due).map((timer) => timer.id),
    ]);
  const repertoire = { events, answers } as Repertoire;
  const plans = getShortestPaths(logic, {
    limit,
    events: (at) => possibleStimuli(at, repertoire),
    serializeEvent: text,
    // Arriving over another edge makes another vertex, so reaching every vertex takes every edge.
    serializeState: (at, stimulus, before) => `${place(at)} via ${text(stimulus)} from ${before ? place(before) : 'nowhere'}`,
  });
  const chains = plans.map(({ steps }) => steps.slice(1).map((step) => step.event));
  const label = (stimuli: readonly Stimulus[]) => stimuli.map(text).join('\n');
  const beginnings = new Set(chains.flatMap((chain) => chain.map((_, length) => label(chain.slice(0, length)))));
  return chains.filter((chain) => !beginnings.has(label(chain))).map((stimuli) => {
    // The walker keeps one snapshot per place; where `distinguish` merged several, only a fresh walk is exact.
    const situations = [logic.getInitialSnapshot(undefined as never, undefined)];
    for (const stimulus of stimuli) situations.push(logic.transition(situations.at(-1)!, stimulus, undefined as never));
    return { stimuli, situations, description: stimuli.map(describeStimulus).join(' → ') || 'nothing happens' };
  });
}
