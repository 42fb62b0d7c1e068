import {
  createActor,
  type AnyActorRef,
  type AnyActorScope,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate';
import { takenIn, transitionKey } from '../chart/statechart.ts';

/** An action as XState resolves it, with the parameters of the built-in ones. */
export interface ResolvedAction {
  type: string;
  info: { self: AnyActorRef };
  params?: { id?: string; delay?: number; event?: AnyEventObject; sendId?: string; to?: AnyActorRef };
  exec?: (info: unknown, params: unknown) => void;
}

/** What a machine makes of one event. */
export interface PureStep {
  snapshot: AnyMachineSnapshot;
  /** In the order in which they would be executed. */
  actions: readonly ResolvedAction[];
  /** Keys of the transitions taken. */
  taken: readonly string[];
}

/**
 * The machine as a function: it resolves actions and executes none. XState's own `transition()` does the same, and hides
 * which transitions were taken and who `self` is.
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
        // A child that is made in a step takes its own first transitions, and so does `self` itself while it is made here.
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
    // A chart that asks `self` for its snapshot is told the one before, as it is in an actor.
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
