import {
  getNextTransitions, initialTransition, transition,
  type ActorLogic, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, type InputFrom, type Snapshot,
} from 'xstate';

/** What can happen to a machine, named by its real cause rather than by the event XState derives from it. */
export type Stimulus =
  | { type: 'send'; event: AnyEventObject }
  | { type: 'answer'; actor: string; output: unknown }
  | { type: 'fail'; actor: string; error: unknown }
  | { type: 'elapse' };

export interface Timer {
  id: string;
  due: number;
  event: AnyEventObject;
}

/** A snapshot together with what the outside world still owes it. */
export type Situation = Snapshot<unknown> & {
  machine: AnyMachineSnapshot;
  /** Milliseconds since the start, moved only by `elapse`. */
  now: number;
  /** Running timers in the order they were started. */
  timers: readonly Timer[];
  /** Ids of invoked or spawned actors that have not answered yet. */
  awaited: readonly string[];
};

/** The built-in actions a situation listens to, as XState resolves them. */
interface ResolvedAction {
  type: string;
  params: { id?: string; delay?: number; event?: AnyEventObject; sendId?: string; actorRef?: { id: string } };
}

function situation(before: Pick<Situation, 'now' | 'timers' | 'awaited'>, machine: AnyMachineSnapshot, actions: readonly ResolvedAction[]): Situation {
  let { timers, awaited } = before;
  for (const { type, params } of actions) {
    if (type === 'xstate.raise' && params.delay !== undefined && params.event) {
      const { event, delay } = params;
      const id = params.id ?? `${event.type} ${timers.length}`;
      timers = [...timers.filter((timer) => timer.id !== id), { id, due: before.now + delay, event }];
    } else if (type === 'xstate.cancel') {
      timers = timers.filter((timer) => timer.id !== params.sendId);
    } else if (type === 'xstate.spawnChild' && params.actorRef) {
      awaited = [...awaited, params.actorRef.id];
    } else if (type === 'xstate.stopChild') {
      awaited = awaited.filter((id) => id !== params.id);
    }
  }
  return { status: 'active', output: undefined, error: undefined, machine, now: before.now, timers, awaited };
}

/** The machine as the graph walker should see it: time passes in order and only awaited actors answer. */
export function situationLogic<M extends AnyStateMachine>(
  machine: M,
  input?: (now: () => number) => InputFrom<M>,
): ActorLogic<Situation, Stimulus, undefined> {
  let clock = 0;
  const now = () => clock;
  const feed = (before: Situation, event: AnyEventObject): Situation => {
    clock = before.now;
    const [snapshot, actions] = transition(machine as AnyStateMachine, before.machine, event);
    return situation(before, snapshot, actions as ResolvedAction[]);
  };
  return {
    getInitialSnapshot() {
      clock = 0;
      const [snapshot, actions] = initialTransition(machine as AnyStateMachine, input?.(now));
      return situation({ now: 0, timers: [], awaited: [] }, snapshot, actions as ResolvedAction[]);
    },
    transition(before, stimulus) {
      switch (stimulus.type) {
        case 'send':
          return feed(before, stimulus.event);
        case 'answer':
        case 'fail': {
          const rest = { ...before, awaited: before.awaited.filter((id) => id !== stimulus.actor) };
          return feed(rest, stimulus.type === 'answer'
            ? { type: `xstate.done.actor.${stimulus.actor}`, output: stimulus.output, actorId: stimulus.actor }
            : { type: `xstate.error.actor.${stimulus.actor}`, error: stimulus.error, actorId: stimulus.actor });
        }
        case 'elapse': {
          const next = Math.min(...before.timers.map((timer) => timer.due));
          let after: Situation = { ...before, now: next };
          for (let due; (due = after.timers.find((timer) => timer.due === next)); ) {
            const { id, event } = due;
            after = feed({ ...after, timers: after.timers.filter((timer) => timer.id !== id) }, event);
          }
          return after;
        }
      }
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

export interface Repertoire {
  events: Readonly<Record<string, readonly AnyEventObject[]>>;
  answers: Readonly<Record<string, readonly ({ output: unknown } | { error: unknown })[]>>;
}

const INTERNAL = /^(?:$|xstate\.)/;

/** Everything from the repertoire that can really happen in this situation. */
export function possibleStimuli({ machine, timers, awaited }: Situation, { events, answers }: Repertoire): Stimulus[] {
  if (machine.status !== 'active') return [];
  const handled = new Set(getNextTransitions(machine).map(({ eventType }) => eventType as string));
  const sent = [...handled].filter((type) => !INTERNAL.test(type)).flatMap((type) => events[type] ?? []);
  return [
    ...[...new Set(sent)].map((event): Stimulus => ({ type: 'send', event })),
    ...awaited.flatMap((actor) => (answers[actor] ?? []).map((ending): Stimulus => ('error' in ending ? { type: 'fail', actor, ...ending } : { type: 'answer', actor, ...ending }))),
    ...(timers.length > 0 ? [{ type: 'elapse' } as const] : []),
  ];
}
