import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type StateValue,
} from 'xstate';
import { isRecord } from '../../contract/common/isRecord.ts';
import { stateNodesOf } from '../chart/statechart.ts';
import { contextDifferences, type ContextDifference } from './contexts.ts';
import { deserialize } from './deserialize.ts';
import { effectOf, isSameEffect } from './effects.ts';
import { PureMachine } from './pureMachine.ts';
import type { Json } from './redact.ts';
import type { Trace, TracedActor, TracedEvent, TracedState } from './trace.ts';
import { UncertainGuardMachine } from './uncertainGuards.ts';

export interface ReplayedStep {
  event: TracedEvent;
  /** Id of the actor's machine. */
  machine: string;
  /** The state in the replay; null when the chart threw. */
  snapshot: AnyMachineSnapshot | null;
}

/** The result of an event for an actor. */
export interface Outcome {
  state: TracedState;
  /** Keys of the transitions taken, in order. */
  transitions: readonly string[];
  /** Its effects, as text; null where they were not recorded. */
  did: readonly string[] | null;
}

export interface ReplayDifference {
  step: ReplayedStep;
  recorded: Outcome;
  replayed: Outcome;
  /** Differences in its context, where the transitions are the same. */
  contexts: readonly ContextDifference[];
  /** The error that the chart threw, if it did. */
  error: unknown;
}

export interface ReplayReport {
  /** Every step of an actor whose machine is known, in recorded order, up to the first difference of its actor. */
  steps: readonly ReplayedStep[];
  differences: readonly ReplayDifference[];
  /** Steps at which a chart threw when it was recorded, and throws again. */
  broken: readonly ReplayedStep[];
  /** Machines that the trace names and this build does not have. */
  unknownMachines: readonly string[];
}

const isBirth = (event: AnyEventObject): boolean => event.type === 'xstate.init';

/** A chart's input. A screen's flow runs inside a host, whose input names the chart and its input. */
function inputOf({ input }: AnyEventObject): unknown {
  const isHosted = isRecord(input) && Object.keys(input).toSorted().join() === 'input,name';
  return isHosted ? input['input'] : input;
}

/** Object keys in sorted order, so that equal state values have equal texts. */
const text = (state: TracedState): string =>
  JSON.stringify(state, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value,
  );

const isSameList = (
  a: readonly string[],
  b: readonly string[],
  isSame: (one: string, other: string) => boolean,
): boolean => a.length === b.length && a.every((one, index) => isSame(one, b[index]!));

const isSameOutcome = (a: Outcome, b: Outcome): boolean =>
  text(a.state) === text(b.state) &&
  isSameList(a.transitions, b.transitions, (one, other) => one === other) &&
  (a.did === null || b.did === null || isSameList(a.did, b.did, isSameEffect));

/** The snapshot of a traced actor before its first recorded event. */
function startOf(machine: AnyStateMachine, { start }: TracedActor, now: () => number): AnyMachineSnapshot | null {
  if (!start) return null;
  const history = Object.fromEntries(
    Object.entries(start.history ?? {}).map(([id, nodes]) => [
      id,
      stateNodesOf(machine).filter((node) => nodes.includes(node.id)),
    ]),
  );
  const snapshot: AnyMachineSnapshot = machine.resolveState({
    value: start.value as StateValue,
    context: deserialize(start.context, now),
    status: start.status === 'active' ? 'active' : 'done',
    historyValue: history,
  } as never);
  const children = Object.fromEntries(
    start.children.map((id) => [id, deserialize({ '«actor»': id }, now) as AnyActorRef]),
  );
  return Object.assign(snapshot, { children });
}

/** Uncertain guard results of one step that are tried inverted; more would give too many combinations. */
const maxUncertainGuards = 4;

/** One actor's replay through a trace. */
class Walk {
  snapshot: AnyMachineSnapshot | null;
  private readonly uncertainGuards: UncertainGuardMachine;
  private pure: PureMachine | null = null;

  constructor(machine: AnyStateMachine, actor: TracedActor, now: () => number) {
    this.uncertainGuards = new UncertainGuardMachine(machine);
    this.snapshot = startOf(this.uncertainGuards.machine, actor, now);
  }

  /** One step. Guards that read hidden values are assumed to have returned what leads to the recorded state. */
  take(event: AnyEventObject, recorded: Outcome): Outcome {
    const first = this.attempt(event, 0);
    let taken = first;
    const ways = 2 ** Math.min(this.uncertainGuards.uncertainCount, maxUncertainGuards);
    for (let way = 1; way < ways && !isSameOutcome(recorded, taken.outcome); way += 1) taken = this.attempt(event, way);
    const { snapshot, outcome } = isSameOutcome(recorded, taken.outcome) ? taken : first;
    this.snapshot = snapshot;
    return outcome;
  }

  private attempt(event: AnyEventObject, inverted: number): { snapshot: AnyMachineSnapshot; outcome: Outcome } {
    if (isBirth(event)) this.pure = new PureMachine(this.uncertainGuards.machine, () => inputOf(event));
    this.pure ??= new PureMachine(this.uncertainGuards.machine, () => ({}));
    // Only now, because guards also run while the machine is created.
    this.uncertainGuards.begin(inverted);
    const { snapshot, actions, taken } = isBirth(event) ? this.pure.start() : this.pure.react(this.snapshot!, event);
    return {
      snapshot,
      outcome: {
        state: { status: snapshot.status, value: snapshot.value as Json },
        transitions: taken,
        did: actions.map((action) => effectOf(action, action.info.self)).filter((effect) => effect !== null),
      },
    };
  }
}

/**
 * Replays a trace on the real machines: each actor runs as a pure function through its recorded events, including the
 * results of services, and is compared with the recording: states, transitions, effects (messages, children, timers)
 * and context. An actor is not followed after its first difference, because every later step depends on it. Where a
 * guard read hidden values, the recording decides.
 */
export function replayTrace(trace: Trace, machines: ReadonlyMap<string, AnyStateMachine>): ReplayReport {
  let at = trace.events[0]?.at ?? 0;
  const now = () => at;
  const actors = new Map(trace.actors.map((actor) => [actor.session, actor]));
  const walks = new Map<string, Walk>();
  const lost = new Set<string>();
  /** Actors with a context difference, which is reported once and need not change their transitions. */
  const knowing = new Set<string>();
  const tellsContexts = trace.events.some(({ changed }) => changed);
  const unknownMachines = new Set<string>();
  const steps: ReplayedStep[] = [];
  const broken: ReplayedStep[] = [];
  const differences: ReplayDifference[] = [];

  for (const traced of trace.events) {
    const actor = actors.get(traced.actor);
    if (!actor?.machine || lost.has(traced.actor)) continue;
    const machine = machines.get(actor.machine);
    if (!machine) {
      unknownMachines.add(actor.machine);
      continue;
    }
    ({ at } = traced);
    const event = deserialize(traced.event as Json, now) as AnyEventObject;
    // A machine that is stopped from outside ends in its parent's step, without an event; one whose start was not
    // recorded has no snapshot.
    if (traced.after.status === 'stopped' || (!walks.has(traced.actor) && !actor.start && !isBirth(event))) {
      lost.add(traced.actor);
      continue;
    }
    const recorded: Outcome = { state: traced.after, transitions: traced.transitions, did: traced.did ?? null };
    let walk = walks.get(traced.actor) ?? null;
    let replayed: Outcome | null = null;
    let before: AnyMachineSnapshot | null = null;
    let error: unknown = null;
    try {
      walk ??= new Walk(machine, actor, now);
      walks.set(traced.actor, walk);
      before = walk.snapshot;
      replayed = walk.take(event, recorded);
    } catch (thrown) {
      error = thrown;
    }
    const step: ReplayedStep = { event: traced, machine: actor.machine, snapshot: replayed && walk!.snapshot };
    steps.push(step);
    if (!replayed && traced.after.status === 'error') {
      broken.push(step);
      lost.add(traced.actor);
      continue;
    }
    // A chart that throws stays in its state.
    const outcome: Outcome = replayed ?? {
      state: { status: 'error', value: (walk?.snapshot?.value ?? null) as Json },
      transitions: [],
      did: null,
    };
    if (!isSameOutcome(recorded, outcome)) {
      lost.add(traced.actor);
      differences.push({
        step,
        recorded,
        replayed: outcome,
        contexts: [],
        error: error ?? step.snapshot?.error ?? null,
      });
    } else if (tellsContexts && !knowing.has(traced.actor)) {
      const contexts = contextDifferences(traced.changed ?? {}, before, step.snapshot!);
      if (contexts.length === 0) continue;
      knowing.add(traced.actor);
      differences.push({ step, recorded, replayed: outcome, contexts, error: null });
    }
  }
  return { steps, differences, broken, unknownMachines: [...unknownMachines] };
}
