import { isRecord } from '../../contract/common/isRecord.ts';
import type { Drawing } from './drawing.ts';

/**
 * Ids of the states of a state value, outer ones first. Unknown states are skipped: a recorded value may belong to
 * another version of the chart, or be invalid.
 */
export function activeStates({ states }: Drawing, value: unknown): readonly string[] {
  const [root] = states;
  if (!root || value === null || value === undefined) return [];
  const idOf = new Map(states.map((state) => [`${state.parent ?? ''}/${state.key}`, state]));
  const active = [root.id];
  const enter = (parent: string, inner: unknown): void => {
    const entries: readonly (readonly [string, unknown])[] =
      typeof inner === 'string' ? [[inner, {}]] : isRecord(inner) ? Object.entries(inner) : [];
    for (const [key, next] of entries) {
      const state = idOf.get(`${parent}/${key}`);
      if (!state) continue;
      active.push(state.id);
      enter(state.id, next);
    }
  };
  enter(root.id, value);
  return active;
}

/** Unknown names in a state value, with their paths; bounded, because a recorded value may be anything. */
export function unknownStates({ states }: Drawing, value: unknown): readonly string[] {
  const [root] = states;
  const idOf = new Map(states.map((state) => [`${state.parent ?? ''}/${state.key}`, state.id]));
  const unknown: string[] = [];
  const enter = (parent: string, inner: unknown, way: readonly string[]): void => {
    const entries: readonly (readonly [string, unknown])[] =
      typeof inner === 'string' ? [[inner, {}]] : isRecord(inner) ? Object.entries(inner) : [];
    for (const [key, next] of entries) {
      const id = idOf.get(`${parent}/${key}`);
      if (id !== undefined) enter(id, next, [...way, key]);
      else if (unknown.length < 8) unknown.push([...way, key].join('.'));
    }
  };
  if (root) enter(root.id, value, []);
  return unknown;
}

/** A state value as text: `present: fresh, aal1`; bounded, because a recorded value may be anything. */
export function stateValueText(value: unknown, depth = 4): string {
  if (typeof value === 'string') return value;
  if (!isRecord(value) || depth === 0) return '';
  return Object.entries(value)
    .slice(0, 8)
    .map(([key, inner]) => {
      const text = stateValueText(inner, depth - 1);
      return text === '' ? key : `${key}.${text}`;
    })
    .join(' · ');
}
