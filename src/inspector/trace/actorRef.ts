import type { AnyActorRef } from 'xstate';

/** Whether a value is an actor, which is serialized as its name. */
export const isActorRef = (value: object): value is AnyActorRef =>
  'sessionId' in value && 'getSnapshot' in value && typeof value.getSnapshot === 'function';

/** Session of the actor that started this one; null for a root. */
// oxlint-disable-next-line no-underscore-dangle -- XState has no public name for it
export const parentSession = (ref: AnyActorRef): string | null => ref._parent?.sessionId ?? null;
