import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { transitionKey } from './transitionKey.ts';

export interface ChartTransition {
  key: string;
  definition: AnyTransitionDefinition;
}

/** Every state node of the machine, its root first, in document order. */
export function stateNodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(walk)];
  return walk(machine.root);
}

/** Every transition written in the chart: `on`, `after`, `always`, `onDone`, `onError`, `onSnapshot`. */
export function transitionsOf(machine: AnyStateMachine): ChartTransition[] {
  return stateNodesOf(machine).flatMap((node) =>
    [...node.transitions.values(), node.always ?? []]
      .flat()
      .map((definition) => ({ key: transitionKey(definition), definition })),
  );
}

/** Every active state node, the root included. */
// oxlint-disable-next-line no-underscore-dangle -- XState has no public name for it
export const activeNodes = (snapshot: AnyMachineSnapshot): readonly AnyStateNode[] => snapshot._nodes;
