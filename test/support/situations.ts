import {
  getNextTransitions,
  type ActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InputFrom,
  type Snapshot,
} from 'xstate';
import { activeNodes } from '../../src/inspector/chart/statechart.ts';
import { PureMachine, type PureStep } from '../../src/inspector/trace/pureMachine.ts';
import { createPort, withStubs, type Effect, type Port } from './fakeWorld.ts';

/** What can happen to a machine, named by its real cause rather than by the event that XState derives from it. */
export type Stimulus =
  | { type: 'send'; event: AnyEventObject }
  | { type: 'answer'; actor: string; output: unknown }
  | { type: 'fail'; actor: string; error: unknown }
  | { type: 'report'; actor: string; event: AnyEventObject }
  | { type: 'show'; actor: string; snapshot: object }
  | { type: 'elapse' };

export interface Timer {
  id: string;
  /** When it ends, in milliseconds since the start. */
  due: number;
  event: AnyEventObject;
  /** The receiver of the event, if it is not the machine itself. */
  to?: AnyActorRef;
}

/** A snapshot together with its running timers and children. */
export type Situation = Snapshot<unknown> & {
  machine: AnyMachineSnapshot;
  /** Milliseconds since the start, advanced only by `elapse`. */
  now: number;
  /** Running timers in the order in which they were started. */
  timers: readonly Timer[];
  /** Children that have neither ended nor been stopped. */
  children: readonly AnyActorRef[];
  /** Children that the machine still holds although they have ended. */
  finished: readonly AnyActorRef[];
  /** Snapshots of children that their parent does not observe: only a view sees them. */
  shown: Readonly<Record<string, object>>;
  /** Messages of the machine since the previous situation. */
  effects: readonly Effect[];
  /** Keys of the transitions taken since the previous situation. */
  taken: readonly string[];
  /** The error that the chart threw; its snapshot is then unchanged. */
  broken?: { cause: unknown };
};

/** Paths of the active states without active children. */
export const leavesOf = (snapshot: AnyMachineSnapshot): string[] =>
  activeNodes(snapshot)
    .filter(({ type }) => type === 'atomic' || type === 'final')
    .map(({ path }) => path.join('.'));

export const awaitedIn = ({ children }: Situation): string[] => children.map(({ id }) => id);

/** XState generates an id for a delayed event without one; here it must be the same on every walk. */
function unnamed(event: AnyEventObject, timers: readonly Timer[]): string {
  const taken = new Set(timers.map(({ id }) => id));
  let turn = 1;
  while (taken.has(`${event.type} #${turn}`)) turn++;
  return `${event.type} #${turn}`;
}

/** XState sends an observed child's snapshots to its parent, including the first one, and has no public name for that. */
const tellsSnapshots = (child: AnyActorRef) => (child as { ['_syncSnapshot']?: boolean })['_syncSnapshot'] === true;

/** The machine as the graph walker should see it: time passes in order, and only running children act. */
export function situationLogic<M extends AnyStateMachine>(
  original: M,
  input?: (now: () => number, port: Port) => InputFrom<M>,
): ActorLogic<Situation, Stimulus, undefined> {
  let clock = 0;
  let said: AnyEventObject[] = [];
  const port = createPort((event) => said.push(event));
  const pure = new PureMachine(withStubs<AnyStateMachine>(original), () => input?.(() => clock, port));

  /** One step of the machine, and every further step that it causes itself. */
  const advance = (before: Situation, step: () => PureStep): Situation => {
    clock = before.now;
    try {
      let { timers } = before;
      const { snapshot, actions, taken } = step();
      const effects = [...before.effects];
      const followUps: AnyEventObject[] = [];
      for (const { type, info, params, exec } of actions) {
        const { event, delay, to } = params ?? {};
        if ((type === 'xstate.raise' || type === 'xstate.sendTo') && event && delay !== undefined) {
          const id = params?.id ?? unnamed(event, timers);
          if (timers.some((timer) => timer.id === id)) {
            throw new Error(
              `the timer "${id}" is started while it runs: XState then lets both end and can cancel only the second. Cancel it first.`,
            );
          }
          timers = [...timers, { id, due: before.now + delay, event, ...(to && to !== info.self ? { to } : {}) }];
        } else if (type === 'xstate.sendTo' && event && to) {
          if (to === info.self) followUps.push(event);
          else if (!before.finished.includes(to)) effects.push({ to: to.id, event });
        } else if (type === 'xstate.cancel') {
          timers = timers.filter((timer) => timer.id !== params?.sendId);
        } else if (type === 'xstate.emit' && event) {
          effects.push({ to: 'anyone', event });
        } else if (!type.startsWith('xstate.')) {
          said = [];
          exec?.(info, params);
          effects.push(...said.map((words) => ({ to: 'port', event: words })));
        }
      }
      const held = (Object.values(snapshot.children) as (AnyActorRef | undefined)[]).filter(
        (child) => child !== undefined,
      );
      const finished = held.filter((child) => before.finished.includes(child));
      const children = held.filter((child) => !finished.includes(child));
      for (const child of children) {
        if (tellsSnapshots(child) && !before.children.includes(child))
          followUps.push({ type: `xstate.snapshot.${child.id}`, snapshot: child.getSnapshot() as unknown });
      }
      const ended = snapshot.status !== 'active';
      const shown = Object.fromEntries(
        Object.entries(before.shown).filter(([id]) =>
          children.some((child) => child.id === id && before.children.includes(child)),
        ),
      );
      const after: Situation = {
        ...before,
        machine: snapshot,
        effects,
        taken: [...before.taken, ...taken],
        timers: ended ? [] : timers,
        children: ended ? [] : children,
        finished,
        shown,
      };
      return ended ? after : followUps.reduce(react, after);
    } catch (cause) {
      return { ...before, broken: { cause } };
    }
  };
  const react = (before: Situation, event: AnyEventObject): Situation =>
    before.broken ? before : advance(before, () => pure.react(before.machine, event));

  return {
    getInitialSnapshot() {
      clock = 0;
      const nothing = {
        status: 'active',
        output: undefined,
        error: undefined,
        now: 0,
        timers: [],
        children: [],
        finished: [],
        shown: {},
        effects: [],
        taken: [],
      } as const;
      const start = advance({ ...nothing, machine: undefined as never }, pure.start);
      const fault = start.broken ?? (start.machine.status === 'error' ? { cause: start.machine.error } : null);
      if (fault) throw new Error(`"${original.id}" cannot start: ${String(fault.cause)}`, { cause: fault.cause });
      return start;
    },
    transition(situation, stimulus) {
      const before: Situation = { ...situation, effects: [], taken: [] };
      switch (stimulus.type) {
        case 'send':
        case 'report':
          return react(before, stimulus.event);
        case 'show': {
          const { actor, snapshot } = stimulus;
          const isFollowed = before.children.some((child) => child.id === actor && tellsSnapshots(child));
          return isFollowed
            ? react(before, { type: `xstate.snapshot.${actor}`, snapshot })
            : { ...before, shown: { ...before.shown, [actor]: snapshot } };
        }
        case 'answer':
        case 'fail': {
          const { actor } = stimulus;
          const child = before.children.find(({ id }) => id === actor);
          const without: Situation = {
            ...before,
            children: before.children.filter((other) => other !== child),
            finished: child ? [...before.finished, child] : before.finished,
          };
          return react(
            without,
            stimulus.type === 'answer'
              ? { type: `xstate.done.actor.${actor}`, output: stimulus.output, actorId: actor }
              : { type: `xstate.error.actor.${actor}`, error: stimulus.error, actorId: actor },
          );
        }
        case 'elapse': {
          const now = Math.min(...before.timers.map(({ due }) => due));
          let after: Situation = { ...before, now };
          for (let due; !after.broken && (due = after.timers.find((timer) => timer.due === now));) {
            const { id, event, to } = due;
            const timers = after.timers.filter((timer) => timer.id !== id);
            after = to
              ? { ...after, timers, effects: [...after.effects, { to: to.id, event }] }
              : react({ ...after, timers }, event);
          }
          return after;
        }
      }
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

/** What a child may do: end with an output, end with an error, send the machine an event, or change its snapshot. */
export type ChildAct<E extends AnyEventObject = AnyEventObject> =
  | { output: unknown }
  | { error: unknown }
  | { sends: E }
  | { snapshot: object };

export interface Repertoire {
  events: Readonly<Record<string, readonly AnyEventObject[]>>;
  answers: Readonly<Record<string, readonly ChildAct[]>>;
}

/** The entry for a child's id: its own, or the longest matching one that ends in `*`. */
export function entryFor(id: string, answers: Repertoire['answers']): string | undefined {
  if (id in answers) return id;
  return Object.keys(answers)
    .filter((key) => key.endsWith('*') && id.startsWith(key.slice(0, -1)))
    .toSorted((a, b) => b.length - a.length)[0];
}

const INTERNAL = /^(?:$|xstate\.)/;

const fits = (type: string, descriptor: string) =>
  descriptor === '*' ||
  (descriptor.endsWith('.*') ? `${type}.`.startsWith(descriptor.slice(0, -1)) : type === descriptor);

/** A child's act as a stimulus. */
export const actOf = (actor: string, act: ChildAct): Stimulus => {
  if ('error' in act) return { type: 'fail', actor, error: act.error };
  if ('sends' in act) return { type: 'report', actor, event: act.sends };
  if ('snapshot' in act) return { type: 'show', actor, snapshot: act.snapshot };
  return { type: 'answer', actor, output: act.output };
};

/** Everything from the repertoire that is possible in this situation. */
export function possibleStimuli(situation: Situation, { events, answers }: Repertoire): Stimulus[] {
  const { machine, timers, children } = situation;
  if (machine.status !== 'active' || situation.broken) return [];
  const handled = [...new Set(getNextTransitions(machine).map(({ eventType }) => eventType as string))].filter(
    (type) => !INTERNAL.test(type),
  );
  const isHandled = (type: string) => handled.some((descriptor) => fits(type, descriptor));
  const actsOf = (child: AnyActorRef) => {
    const entry = entryFor(child.id, answers);
    if (entry === undefined) {
      throw new Error(
        `"${machine.machine.id}" starts the actor "${child.id}", and its model does not say what that may do. Add "${child.id}" to \`answers\` (an empty list when it never answers).`,
      );
    }
    return answers[entry]!.filter((act) =>
      'sends' in act
        ? isHandled(act.sends.type)
        : !('snapshot' in act) || tellsSnapshots(child) || situation.shown[child.id] !== act.snapshot,
    ).map((act) => actOf(child.id, act));
  };
  return [
    ...Object.entries(events)
      .filter(([type]) => isHandled(type))
      .flatMap(([, payloads]) => payloads.map((event): Stimulus => ({ type: 'send', event }))),
    ...children.flatMap(actsOf),
    ...(timers.length > 0 ? [{ type: 'elapse' } as const] : []),
  ];
}
