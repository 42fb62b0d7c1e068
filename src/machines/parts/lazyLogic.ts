import type { ActorLogic, AnyEventObject, AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import type { ScreenInput } from './screen.input.ts';

export interface LazyLogicInput<Input = ScreenInput> {
  name: string;
  input: Input;
}

function unprovidedChart(name: string): never {
  throw new Error(`No actor is provided for "${name}".`);
}

/**
 * Runs the machine that is named when it starts. A screen's flow loads with its chunk, after the root machine got its
 * actors, so the root gets this placeholder.
 */
export const lazyLogic = <Input = ScreenInput>(
  flowOf: (name: string) => AnyStateMachine = unprovidedChart,
): ActorLogic<AnyMachineSnapshot, AnyEventObject, LazyLogicInput<Input>> => ({
  getInitialSnapshot: (scope, { name, input }) => flowOf(name).getInitialSnapshot(scope, input),
  start: (snapshot) => snapshot.machine.start(snapshot),
  transition: (snapshot, event, scope) => snapshot.machine.transition(snapshot, event, scope),
  getPersistedSnapshot: (snapshot, options) => snapshot.machine.getPersistedSnapshot(snapshot, options),
});
