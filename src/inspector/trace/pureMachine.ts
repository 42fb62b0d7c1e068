import {
  createActor,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import { takenIn, transitionKey } from '../chart/transitionKey.ts';

/** An action as XState resolves it, with the parameters of the built-in ones. */
interface ResolvedAction {
  type: string;
  info: { self: AnyActorRef };
  params?: { id?: string; delay?: number; event?: AnyEventObject; sendId?: string; to?: AnyActorRef };
  exec?: (info: unknown, params: unknown) => void;
}

/** The result of one event. */
export interface PureStep {
  snapshot: AnyMachineSnapshot;
  /** In the order in which they would be executed. */
  actions: readonly ResolvedAction[];
  /** Keys of the transitions taken. */
  taken: readonly string[];
}

/**
 * The machine as a pure function: it resolves actions and executes none. XState's own `transition()` does the same, but
 * hides the taken transitions and `self`.
 */
export class PureMachine {
  private actions: ResolvedAction[] = [];
  private readonly taken: string[] = [];
  private readonly scope: AnyActorScope;
  private readonly machine: AnyStateMachine;
  private readonly makeInput: () => unknown;

  constructor(machine: AnyStateMachine, makeInput: () => unknown) {
    this.machine = machine;
    this.makeInput = makeInput;
    const self = createActor(machine, {
      input: makeInput(),
      inspect: (inspected) => {
        // A child that is created in a step takes its initial transitions, and so does `self` while it is created here.
        if (inspected.type === '@xstate.microstep' && inspected.actorRef === this.scope?.self)
          this.taken.push(...takenIn(inspected).map(transitionKey));
      },
    });
    const ignore = () => {};
    this.scope = {
      self,
      id: self.id,
      sessionId: self.sessionId,
      system: self.system,
      logger: ignore,
      defer: ignore,
      emit: ignore,
      stopChild: ignore,
      actionExecutor: (action) => void this.actions.push(action as ResolvedAction),
    };
  }

  start = (): PureStep => this.step(() => this.machine.getInitialSnapshot(this.scope, this.makeInput()));

  react(before: AnyMachineSnapshot, event: AnyEventObject): PureStep {
    // A chart that calls `self.getSnapshot()` gets the previous snapshot, as in an actor.
    (this.scope.self as { ['_snapshot']?: AnyMachineSnapshot })['_snapshot'] = before;
    return this.step(() => this.machine.transition(before, event, this.scope));
  }

  private step(take: () => AnyMachineSnapshot): PureStep {
    this.actions = [];
    this.taken.length = 0;
    const snapshot = take();
    return { snapshot, actions: this.actions, taken: [...this.taken] };
  }
}
