import {
  initialTransition, transition,
  type AnyActorRef, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, type StateValue,
} from 'xstate';
import { isRecord } from './isRecord.ts';
import { revive } from './revive.ts';
import type { Trace, TracedActor, TracedEvent, TracedPlace } from './trace.ts';
import type { Json } from './redact.ts';

export interface ReplayedStep {
  event: TracedEvent;
  /** Id of the actor's machine. */
  machine: string;
  /** Where the real chart goes; null when it broke. */
  snapshot: AnyMachineSnapshot | null;
}

export interface ReplayDifference {
  step: ReplayedStep;
  recorded: TracedPlace;
  replayed: TracedPlace;
  /** What the chart threw, if it broke. */
  error: unknown;
}

export interface ReplayReport {
  /** Every step of an actor whose machine is known, in recorded order, up to the first difference of its actor. */
  steps: readonly ReplayedStep[];
  differences: readonly ReplayDifference[];
  /** Machines that the trace names and this build does not have. */
  unknownMachines: readonly string[];
}

const isBirth = (event: AnyEventObject): boolean => event.type === 'xstate.init';

/** What a chart was born with. A screen's flow is hosted: its host is told whose chart to start, and with what. */
function inputOf({ input }: AnyEventObject): unknown {
  const isHosted = isRecord(input) && Object.keys(input).toSorted().join() === 'input,name';
  return isHosted ? input['input'] : input;
}

/** Object keys in one order, so that equal state values have equal texts. */
const text = (place: TracedPlace): string =>
  JSON.stringify(place, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value);

const placeOf = ({ status, value }: AnyMachineSnapshot): TracedPlace => ({ status, value: value as Json });

/** The snapshot a traced actor stood in before its first kept event. */
function startOf(machine: AnyStateMachine, { start }: TracedActor, now: () => number): AnyMachineSnapshot | null {
  if (!start) return null;
  const snapshot: AnyMachineSnapshot = machine.resolveState({
    value: start.value as StateValue, context: revive(start.context, now), status: start.status === 'active' ? 'active' : 'done',
  } as never);
  const children = Object.fromEntries(start.children.map((id) => [id, revive({ '«actor»': id }, now) as AnyActorRef]));
  return Object.assign(snapshot, { children });
}

/**
 * Runs a trace against the real machines: each actor is walked with the pure transition function through the events it
 * was sent, the recorded answers of services among them, and compared with where it was seen to go. An actor that has
 * once gone another way is not followed further, because everything after rests on the difference.
 */
export function replayTrace(trace: Trace, machines: ReadonlyMap<string, AnyStateMachine>): ReplayReport {
  let at = trace.events[0]?.at ?? 0;
  const now = () => at;
  const actors = new Map(trace.actors.map((actor) => [actor.session, actor]));
  const walks = new Map<string, AnyMachineSnapshot | null>();
  const lost = new Set<string>();
  const unknownMachines = new Set<string>();
  const steps: ReplayedStep[] = [];
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
    const event = revive(traced.event as Json, now) as AnyEventObject;
    let snapshot: AnyMachineSnapshot | null = null;
    let error: unknown = null;
    // A machine that is stopped from outside ends in its parent's step, which no event of its own explains.
    if (traced.after.status === 'stopped') {
      lost.add(traced.actor);
      continue;
    }
    try {
      if (isBirth(event)) {
        [snapshot] = initialTransition(machine, inputOf(event) as never);
      } else {
        const before = walks.get(traced.actor) ?? startOf(machine, actor, now);
        if (!before) {
          lost.add(traced.actor);
          continue;
        }
        [snapshot] = transition(machine, before, event);
      }
    } catch (thrown) {
      error = thrown;
    }
    walks.set(traced.actor, snapshot);
    const step: ReplayedStep = { event: traced, machine: actor.machine, snapshot };
    steps.push(step);
    const replayed: TracedPlace = snapshot ? placeOf(snapshot) : { status: 'error', value: null };
    if (text(replayed) === text(traced.after)) continue;
    lost.add(traced.actor);
    differences.push({ step, recorded: traced.after, replayed, error: error ?? snapshot?.error ?? null });
  }
  return { steps, differences, unknownMachines: [...unknownMachines] };
}
