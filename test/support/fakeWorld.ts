import {
  createActor,
  fromTransition,
  initialTransition,
  SimulatedClock,
  StateMachine,
  type ActorLogic,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyEventObject,
  type AnyStateMachine,
  type Snapshot,
} from 'xstate';
import { lazyLogic } from '../../src/machines/parts/lazyLogic.ts';

/** A message that left the machine. */
export interface Effect {
  /** A child's id, `port` for the port in the input, `anyone` for an emitted fact. */
  to: string;
  event: AnyEventObject;
}

/** The port in the machine's input: a real actor, so that both `send` and `sendTo` reach it. */
export type Port = AnyActorRef;

export function createPort(heard: (event: AnyEventObject) => void): Port {
  const logic = fromTransition((state: null, event: AnyEventObject) => {
    heard(event);
    return state;
  }, null);
  return createActor(logic, { id: 'port' }).start();
}

/** A simulated clock that can advance to exactly the next due time. */
export class SteppedClock extends SimulatedClock {
  private readonly running = new Map<number, number>();

  override setTimeout(fn: (...args: unknown[]) => void, timeout: number): number {
    const id = super.setTimeout(() => {
      this.running.delete(id);
      fn();
    }, timeout);
    this.running.set(id, this.now() + timeout);
    return id;
  }

  override clearTimeout(id: number): void {
    this.running.delete(id);
    super.clearTimeout(id);
  }

  /** When each running timer ends, soonest first. */
  get due(): number[] {
    return [...this.running.values()].toSorted((a, b) => a - b);
  }

  /** One `increment` past several due times would start follow-up timers too late. */
  toNextTimer(): void {
    const [next] = this.due;
    if (next === undefined) throw new Error('No timer is running.');
    this.set(next);
  }
}

type Instruction =
  | { type: 'test.answer'; output: unknown }
  | { type: 'test.fail'; error: unknown }
  | { type: 'test.show'; snapshot: object };

const isInstruction = (event: { type: string }): event is Instruction => event.type.startsWith('test.');

const shownCharts = new WeakSet<object>();

/** A chart that loads later, for a model whose view shows what it starts with. */
export function loaded<Input>(machine: AnyStateMachine): ReturnType<typeof lazyLogic<Input>> {
  const logic = lazyLogic<Input>(() => machine);
  shownCharts.add(logic);
  return logic;
}

/** A stub for a child: it acts only when told to. */
function stubActor(original: AnyActorLogic, world: FakeWorld | null): ActorLogic<Snapshot<unknown>, AnyEventObject> {
  return {
    getInitialSnapshot({ self }, input) {
      world?.listen(self as AnyActorRef);
      // A view may call `matches` on a child machine's snapshot, so it gets the real first snapshot, with nothing started.
      return original instanceof StateMachine || shownCharts.has(original)
        ? (initialTransition(original, input)[0] as Snapshot<unknown>)
        : ({ status: 'active', output: undefined, error: undefined, input } as Snapshot<unknown>);
    },
    start: (_, { self }) => world?.began(self as AnyActorRef),
    transition(snapshot, event, { self }) {
      if (event.type === 'xstate.stop') {
        world?.ended(self as AnyActorRef);
        return { ...snapshot, status: 'stopped', output: undefined, error: undefined };
      }
      if (!isInstruction(event)) return snapshot;
      switch (event.type) {
        case 'test.answer':
          return { ...snapshot, status: 'done', output: event.output, error: undefined };
        case 'test.fail':
          return { ...snapshot, status: 'error', output: undefined, error: event.error };
        case 'test.show':
          return { ...snapshot, ...event.snapshot } as Snapshot<unknown>;
      }
    },
    getPersistedSnapshot: (snapshot) => snapshot,
  };
}

/** The same machine with a stub for every actor that it names. */
export function withStubs<M extends AnyStateMachine>(machine: M, world: FakeWorld | null = null): M {
  const actors = Object.entries(machine.implementations.actors as Record<string, AnyActorLogic>);
  return machine.provide({
    actors: Object.fromEntries(actors.map(([name, logic]) => [name, stubActor(logic, world)])),
  }) as M;
}

/** The environment of the machine: a clock, a parent, and children that act only when told to. */
export class FakeWorld {
  readonly clock = new SteppedClock();
  readonly port = createPort((event) => this.heard({ to: 'port', event }));
  private readonly children = new Map<string, AnyActorRef>();
  private readonly gone = new WeakSet<AnyActorRef>();
  private effects: Effect[] = [];

  withStubs<M extends AnyStateMachine>(machine: M): M {
    return withStubs(machine, this);
  }

  /**
   * Records a message to a child before it arrives: an actor whose snapshots are observed emits one after every event,
   * changed or not.
   */
  listen(child: AnyActorRef): void {
    const mailbox = child as { ['_send']?: (event: AnyEventObject) => void };
    const deliver = mailbox['_send']?.bind(child);
    mailbox['_send'] = (event) => {
      if (isInstruction(event)) deliver?.(event);
      else if (!this.gone.has(child)) this.heard({ to: child.id, event });
    };
  }

  began(child: AnyActorRef): void {
    this.children.set(child.id, child);
  }

  ended(child: AnyActorRef): void {
    this.gone.add(child);
    if (this.children.get(child.id) === child) this.children.delete(child.id);
  }

  heard(effect: Effect): void {
    this.effects.push(effect);
  }

  /** Messages of the machine since the last call. */
  takeEffects(): Effect[] {
    const { effects } = this;
    this.effects = [];
    return effects;
  }

  /** Ids of the running children. */
  get awaited(): string[] {
    return [...this.children.keys()];
  }

  /** Input of the running child with this id; undefined for a child machine, which exposes no input. */
  inputOf(id: string): unknown {
    return (this.children.get(id)?.getSnapshot() as { input?: unknown } | undefined)?.input;
  }

  private instruct(id: string, instruction: Instruction): void {
    const child = this.children.get(id);
    if (!child) throw new Error(`"${id}" was never started, or has ended or been stopped.`);
    if (instruction.type !== 'test.show') this.ended(child);
    child.send(instruction);
  }

  answer(id: string, output: unknown): void {
    this.instruct(id, { type: 'test.answer', output });
  }

  fail(id: string, error: unknown): void {
    this.instruct(id, { type: 'test.fail', error });
  }

  show(id: string, snapshot: object): void {
    this.instruct(id, { type: 'test.show', snapshot });
  }
}
