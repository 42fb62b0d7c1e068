import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectedMicrostepEvent,
} from 'xstate';

export interface ChartTransition {
  key: string;
  definition: AnyTransitionDefinition;
}

const ALWAYS = 'always';

/** Every state node of the machine, its root first, in document order. */
export function stateNodesOf(machine: AnyStateMachine): AnyStateNode[] {
  const walk = (node: AnyStateNode): AnyStateNode[] => [node, ...Object.values(node.states).flatMap(walk)];
  return walk(machine.root);
}

/** Names a transition the same way for a machine and for any `provide()`d copy of it. */
export function transitionKey(definition: AnyTransitionDefinition): string {
  const source: AnyStateNode = definition.source;
  const isAlways = source.always?.includes(definition) ?? false;
  const siblings = (isAlways ? source.always : source.transitions.get(definition.eventType)) ?? [];
  const targets = definition.target?.map((target: AnyStateNode) => target.id).join(',') ?? '(stays)';
  return `${source.id} --${isAlways ? ALWAYS : definition.eventType}[${siblings.indexOf(definition)}]--> ${targets}`;
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

/** The transitions of a microstep. */
export const takenIn = (microstep: InspectedMicrostepEvent): readonly AnyTransitionDefinition[] => {
  // oxlint-disable-next-line no-underscore-dangle -- XState has no public name for it
  return microstep._transitions;
};
