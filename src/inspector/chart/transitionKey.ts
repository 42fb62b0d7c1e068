import type { AnyStateNode, AnyTransitionDefinition, InspectedMicrostepEvent } from 'xstate';

const ALWAYS = 'always';

/** Names a transition the same way for a machine and for any `provide()`d copy of it. */
export function transitionKey(definition: AnyTransitionDefinition): string {
  const source: AnyStateNode = definition.source;
  const isAlways = source.always?.includes(definition) ?? false;
  const siblings = (isAlways ? source.always : source.transitions.get(definition.eventType)) ?? [];
  const targets = definition.target?.map((target: AnyStateNode) => target.id).join(',') ?? '(stays)';
  return `${source.id} --${isAlways ? ALWAYS : definition.eventType}[${siblings.indexOf(definition)}]--> ${targets}`;
}

/** The transitions of a microstep. */
export const takenIn = (microstep: InspectedMicrostepEvent): readonly AnyTransitionDefinition[] => {
  // oxlint-disable-next-line no-underscore-dangle -- XState has no public name for it
  return microstep._transitions;
};
