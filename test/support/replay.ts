import { setImmediate } from 'node:timers/promises';
import { createActor, type Actor, type AnyEventObject, type AnyMachineSnapshot, type AnyStateMachine, type InputFrom } from 'xstate';
import { describeStimulus, type ChartPath, type Model } from './paths.ts';
import { activeNodes, stateNodesOf, takenIn, transitionKey, transitionsOf } from '../../src/machines/chart/statechart.ts';
import { FakeWorld } from './world.ts';

/** Keys of transitions taken and ids of states entered by real actors. */
export class Witness {
  readonly taken = new Set<string>();
  readonly entered = new Set<string>();
}

/** How a path is acted out: bare, or through a rendered view. */
export interface Stage<M extends AnyStateMachine> {
  begin(actor: Actor<M>): void;
  send(actor: Actor<M>, event: AnyEventObject): void | Promise<void>;
  /** Called around every stimulus; a view's stage flushes React here. */
  around(step: () => Promise<void>): Promise<void>;
  look(actor: Actor<M>): void;
}

export const bareStage: Stage<AnyStateMachine> = {
  begin: (actor) => void actor.start(),
  send: (actor, event) => actor.send(event),
  around: (step) => step(),
  look: () => {},
};

const seen = (snapshot: AnyMachineSnapshot) => JSON.stringify([snapshot.value, snapshot.status, snapshot.context]);

/** Acts one path out on a started actor and holds every step to what the model foretold. */
export async function replay<M extends AnyStateMachine>(path: ChartPath, model: Model<M>, witness: Witness, stage: Stage<M> = bareStage as Stage<M>): Promise<void> {
  const world = new FakeWorld();
  const actor: Actor<AnyStateMachine> = createActor(world.inhabit(model.machine) as AnyStateMachine, {
    input: model.input?.(() => world.clock.now()) as InputFrom<AnyStateMachine>,
    clock: world.clock,
    inspect(inspected) {
      if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== actor) return;
      for (const definition of takenIn(inspected)) witness.taken.add(transitionKey(definition));
      for (const node of activeNodes(inspected.snapshot as AnyMachineSnapshot)) witness.entered.add(node.id);
    },
  });
  const played = actor as unknown as Actor<M>;
  const check = (index: number) => {
    const foretold = path.situations[index]!;
    const when = index === 0 ? 'at the start' : `after ${path.stimuli.slice(0, index).map(describeStimulus).join(' → ')}`;
    const agree = (what: string, expected: string, actual: string) => {
      if (expected !== actual) throw new Error(`${when}: ${what} should be ${expected} but is ${actual}`);
    };
    const snapshot = actor.getSnapshot();
    for (const node of activeNodes(snapshot)) witness.entered.add(node.id);
    if (snapshot.status === 'error') throw new Error(`${when}: the machine broke on ${String(snapshot.error)}`, { cause: snapshot.error });
    agree('the snapshot', seen(foretold.machine), seen(snapshot));
    agree('the calls in flight', String(foretold.awaited.toSorted()), String(world.awaited.toSorted()));
    agree('the number of timers', String(foretold.timers.length), String(world.clock.running));
    stage.look(played);
  };
  // Without an observer XState rethrows the error globally, outside this test.
  actor.subscribe({ error: () => {} });
  try {
    await stage.around(async () => {
      stage.begin(played);
      await setImmediate();
    });
    check(0);
    for (const [index, stimulus] of path.stimuli.entries()) {
      await stage.around(async () => {
        if (stimulus.type === 'send') await stage.send(played, stimulus.event);
        else if (stimulus.type === 'answer') world.answer(stimulus.actor, stimulus.output);
        else if (stimulus.type === 'fail') world.fail(stimulus.actor, stimulus.error);
        else world.clock.toNextTimer();
        await setImmediate();
      });
      check(index + 1);
    }
  } finally {
    actor.stop();
  }
}

/** What the paths left out: transitions and states nobody waived, and waivers that excuse nothing. */
export function coverageGaps(machine: AnyStateMachine, { taken, entered }: Witness): { untaken: string[]; unentered: string[]; needlessWaivers: string[] } {
  const all = transitionsOf(machine).map(({ key, definition }) => ({ key, waived: typeof definition.meta?.['waiver'] === 'string' }));
  return {
    untaken: all.filter(({ key, waived }) => !waived && !taken.has(key)).map(({ key }) => key),
    unentered: stateNodesOf(machine).filter((node) => node.type !== 'history' && !entered.has(node.id)).map((node) => node.id),
    needlessWaivers: all.filter(({ key, waived }) => waived && taken.has(key)).map(({ key }) => key),
  };
}

export const nothingMissed = { untaken: [], unentered: [], needlessWaivers: [] };
