import { setImmediate } from 'node:timers/promises';
import {
  createActor,
  type Actor,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventFrom,
  type InputFrom,
  type SnapshotFrom,
} from 'xstate';
import { activeNodes, stateNodesOf, transitionsOf } from '../../src/inspector/chart/statechart.ts';
import { takenIn, transitionKey } from '../../src/inspector/chart/transitionKey.ts';
import { FakeWorld, type Effect } from './fakeWorld.ts';
import { describeStimulus, type ChartPath, type Model, type Moment } from './paths.ts';
import { awaitedIn, type Situation } from './situations.ts';
import { brief, differences, impureParts, stateText, text } from './text.ts';

/** What real actors did: keys of transitions taken, ids of states entered, invariants that applied. */
export class CoverageRecorder {
  readonly taken = new Set<string>();
  readonly entered = new Set<string>();
  readonly proven = new Set<string>();
}

/** How a path is replayed: on the actor alone, or through a rendered view. */
export interface Driver<M extends AnyStateMachine> {
  /** Whether events reach the machine one by one. A user's gesture may send several of the same kind. */
  isDirect: boolean;
  begin(actor: Actor<M>): void;
  send(actor: Actor<M>, event: AnyEventObject): void | Promise<void>;
  /** Called around every stimulus; the view driver flushes React here. */
  around(step: () => Promise<void>): Promise<void>;
  look(actor: Actor<M>): void;
  end(): void;
}

export const bareDriver: Driver<AnyStateMachine> = {
  isDirect: true,
  begin: (actor) => void actor.start(),
  send: (actor, event) => actor.send(event),
  around: (step) => step(),
  look: () => {},
  end: () => {},
};

/** Microtasks of a stimulus, and the React updates that they schedule. */
const settled = () => setImmediate();

const channels = (effects: readonly Effect[]) =>
  Object.groupBy(
    effects.map(({ to, event }) => ({ to, event: brief(event, 400) })),
    ({ to }) => to,
  );

/** Messages by receiver: the order between two receivers is not guaranteed. */
function messageFaults(predicted: readonly Effect[], actual: readonly Effect[]): string[] {
  const [expected, heard] = [channels(predicted), channels(actual)];
  const listed = (effects: { event: string }[] | undefined) =>
    effects?.map(({ event }) => event).join(', ') ?? 'nothing';
  return [...new Set([...Object.keys(expected), ...Object.keys(heard)])]
    .filter((to) => text(expected[to]) !== text(heard[to]))
    .map((to) => `"${to}" should hear ${listed(expected[to])}, hears ${listed(heard[to])}`);
}

function childFaults(predicted: readonly string[], actual: readonly string[]): string[] {
  return [
    ...predicted.filter((id) => !actual.includes(id)).map((id) => `"${id}" should be running, and is not`),
    ...actual
      .filter((id) => !predicted.includes(id))
      .map((id) => `"${id}" should have ended or been stopped, and is still running`),
  ];
}

const faultText = (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : brief(cause, 400));

interface Outcome {
  snapshot: AnyMachineSnapshot;
  taken: readonly string[];
  /** Whether it may have taken the same transitions several times. */
  isRepeating: boolean;
  sent: readonly Effect[];
  world: FakeWorld;
}

/**
 * States that show a user that something is under way, when everything that they invoked has ended. One without a way
 * out waits for its parent.
 */
const stuckIn = (snapshot: AnyMachineSnapshot, awaited: readonly string[]): string[] =>
  activeNodes(snapshot)
    .filter(({ tags, invoke }) => invoke.length > 0 && tags.some((tag) => tag === 'busy' || tag === 'confirmed'))
    .filter(({ transitions }) => [...transitions.values()].flat().some(({ target }) => target !== undefined))
    .filter(({ invoke }) => invoke.every(({ id }) => !awaited.includes(id)))
    .map(({ id }) => `"${id}" is busy, and waits for nothing`);

/** Transitions that differ from the prediction. The coverage map relies on every path taking the same ones through a view. */
function transitionFaults(
  predicted: readonly string[],
  { taken, isRepeating }: Pick<Outcome, 'taken' | 'isRepeating'>,
): string[] {
  const compared = (keys: readonly string[]) => text(isRepeating ? [...new Set(keys)].toSorted() : keys);
  return compared(predicted) === compared(taken)
    ? []
    : [`it should take ${predicted.join(', ') || 'no transition'}, takes ${taken.join(', ') || 'none'}`];
}

/** All differences between the actor with its environment and the prediction. */
function faultsIn(predicted: Situation, { snapshot: actual, taken, isRepeating, sent, world }: Outcome): string[] {
  if (predicted.broken) return [`the chart throws ${faultText(predicted.broken.cause)}`];
  if (actual.status === 'error') return [`the machine breaks on ${faultText(actual.error)}`];
  const timers = predicted.timers.map(({ due }) => due).toSorted((a, b) => a - b);
  return [
    ...(text(predicted.machine.value) === text(actual.value)
      ? []
      : [`the state should be ${stateText(predicted.machine.value)}, is ${stateText(actual.value)}`]),
    ...differences('status', predicted.machine.status, actual.status),
    ...differences('output', predicted.machine.output, actual.output),
    ...differences('context', predicted.machine.context, actual.context),
    ...transitionFaults(predicted.taken, { taken, isRepeating }),
    ...childFaults(awaitedIn(predicted), world.awaited),
    ...stuckIn(actual, world.awaited),
    ...(text(timers) === text(world.clock.due)
      ? []
      : [`timers should end at ${text(timers)}, end at ${text(world.clock.due)} (ms since the start)`]),
    ...impureParts(actual.context),
    ...messageFaults(predicted.effects, sent),
  ];
}

/** The steps up to the one that failed, one line each. */
function story({ stimuli, situations }: ChartPath, failedAt: number): string {
  const left = stimuli.length - failedAt;
  return (
    situations
      .slice(0, failedAt + 1)
      .map((situation, index) => {
        const what = index === 0 ? 'starts' : describeStimulus(stimuli[index - 1]!, situations[index - 1]!);
        const state = situation.broken ? 'throws' : stateText(situation.machine.value);
        return `${index === failedAt ? '▶' : ' '} ${index}. ${what} ⇒ ${state}`;
      })
      .join('\n') + (left === 0 ? '' : `\n  … ${left} more ${left === 1 ? 'step was' : 'steps were'} not reached`)
  );
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Replays one path on a started actor and compares every step with the model's prediction. */
export async function replay<M extends AnyStateMachine>(
  path: ChartPath,
  model: Model<M>,
  recorder: CoverageRecorder,
  driver: Driver<M> = bareDriver as Driver<M>,
): Promise<void> {
  const world = new FakeWorld();
  let received: AnyEventObject[] = [];
  let taken: string[] = [];
  // XState inspects the first microsteps while it still creates the actor; the root is reported first.
  let root: unknown;
  const actor: Actor<AnyStateMachine> = createActor(world.withStubs(model.machine) as AnyStateMachine, {
    input: model.input?.(() => world.clock.now(), world.port) as InputFrom<AnyStateMachine>,
    clock: world.clock,
    inspect(inspected) {
      root ??= inspected.actorRef;
      if (inspected.actorRef !== root) return;
      if (inspected.type === '@xstate.event' && inspected.event.type !== 'xstate.init') received.push(inspected.event);
      if (inspected.type !== '@xstate.microstep') return;
      taken.push(...takenIn(inspected).map(transitionKey));
      for (const node of activeNodes(inspected.snapshot as AnyMachineSnapshot)) recorder.entered.add(node.id);
    },
  });
  const played = actor as unknown as Actor<M>;
  actor.on('*', (event) => world.heard({ to: 'anyone', event: event as AnyEventObject }));
  // Without an observer XState rethrows the error globally, outside this test.
  actor.subscribe({ error: () => {} });

  let before: SnapshotFrom<M> | null = null;
  const check = (index: number) => {
    for (const key of taken) recorder.taken.add(key);
    const snapshot = actor.getSnapshot();
    for (const node of activeNodes(snapshot)) recorder.entered.add(node.id);
    const sent = world.takeEffects();
    const faults = faultsIn(path.situations[index]!, { snapshot, taken, isRepeating: !driver.isDirect, sent, world });
    if (faults.length > 0) {
      const heard = received.map((event) => brief(event)).join(', ') || 'nothing';
      throw new Error([...faults, `The machine received ${heard}.`].join('\n'), { cause: snapshot.error });
    }
    const now = snapshot as SnapshotFrom<M>;
    const stimulus = path.stimuli[index - 1];
    const event = stimulus && 'event' in stimulus ? (stimulus.event as EventFrom<M>) : null;
    const moment: Moment<M> = {
      before,
      event,
      awaited: world.awaited,
      given: (id) => world.inputOf(id),
      timers: world.clock.due.length,
      sent,
    };
    before = now;
    for (const { says, when, holds } of model.invariants ?? []) {
      if (when?.(now, moment) === false) continue;
      recorder.proven.add(says);
      if (!holds(now, moment)) throw new Error(`It does not hold that "${says}"`);
    }
    driver.look(played);
  };
  const act = async (index: number) => {
    const stimulus = path.stimuli[index - 1];
    received = [];
    if (index > 0) taken = [];
    await driver.around(async () => {
      switch (stimulus?.type) {
        case undefined:
          driver.begin(played);
          break;
        case 'send':
          await driver.send(played, stimulus.event);
          break;
        case 'report':
          actor.send(stimulus.event);
          break;
        case 'answer':
          world.answer(stimulus.actor, stimulus.output);
          break;
        case 'fail':
          world.fail(stimulus.actor, stimulus.error);
          break;
        case 'show':
          world.show(stimulus.actor, stimulus.snapshot);
          break;
        case 'elapse':
          world.clock.toNextTimer();
          break;
      }
      await settled();
    });
  };
  let index = 0;
  try {
    for (; index < path.situations.length; index++) {
      await act(index);
      check(index);
    }
  } catch (error) {
    throw new Error(
      `${wordsOf(error)}\n\n"${model.machine.id}" at step ${index} of ${path.stimuli.length}:\n${story(path, index)}`,
      { cause: error },
    );
  } finally {
    actor.stop();
    driver.end();
  }
}

export interface CoverageGaps {
  /** Transitions that no path took and that have no `meta.waiver`. */
  untaken: string[];
  unentered: string[];
  /** Transitions that were taken although a waiver says that they cannot be. */
  needlessWaivers: string[];
}

/** What the paths left out: transitions and states without a waiver, and waivers that are not needed. */
export function coverageGaps(machine: AnyStateMachine, { taken, entered }: CoverageRecorder): CoverageGaps {
  const all = transitionsOf(machine).map(({ key, definition }) => ({
    key,
    waived: typeof definition.meta?.['waiver'] === 'string',
  }));
  return {
    untaken: all.filter(({ key, waived }) => !waived && !taken.has(key)).map(({ key }) => key),
    unentered: stateNodesOf(machine)
      .filter((node) => node.type !== 'history' && !entered.has(node.id))
      .map((node) => node.id),
    needlessWaivers: all.filter(({ key, waived }) => waived && taken.has(key)).map(({ key }) => key),
  };
}

export const fullCoverage: CoverageGaps = { untaken: [], unentered: [], needlessWaivers: [] };
