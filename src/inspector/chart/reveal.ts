import type { Drawing } from './drawing.ts';
import { foldsAtFirst } from './picture.ts';
import { activeStates } from './stateValue.ts';

/** What one event did to an actor: its state value afterwards, and the keys of the transitions. */
export interface Reveal {
  value: unknown;
  transitions: readonly string[];
}

const isWithin = (id: string, around: string): boolean => id === around || id.startsWith(`${around}.`);

/** The innermost states that the event led to or stayed in; all active ones if it took no transition of the chart. */
export function revealedStates(drawing: Drawing, { value, transitions }: Reveal): readonly string[] {
  const active = activeStates(drawing, value);
  const leaves = active.filter((id) => !active.some((other) => other !== id && isWithin(other, id)));
  const taken = new Set(transitions);
  const ends = drawing.transitions
    .filter(({ key }) => taken.has(key))
    .flatMap(({ source, targets }) => (targets.length > 0 ? targets : [source]));
  const reached = leaves.filter((id) => ends.some((end) => isWithin(id, end)));
  return reached.length > 0 ? reached : leaves;
}

/**
 * The collapsed states without those around the revealed ones, or around the states of the value `active`; null leaves
 * the choice to the chart's size.
 */
export function foldsAround(
  drawing: Drawing,
  folded: readonly string[] | null,
  reveal: Reveal | null,
  active: unknown,
): string[] {
  const shown = [...(reveal ? revealedStates(drawing, reveal) : []), ...activeStates(drawing, active)];
  return (folded ?? foldsAtFirst(drawing)).filter((around) => !shown.some((id) => id.startsWith(`${around}.`)));
}
