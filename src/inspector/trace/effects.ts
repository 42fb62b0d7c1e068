import type { AnyActorRef, AnyEventObject } from 'xstate';

/** An action that a chart took, as XState announces it, with the parameters of the built-in ones. */
export interface TakenAction {
  type: string;
  params?: unknown;
}

interface Parameters {
  id?: unknown;
  delay?: unknown;
  event?: AnyEventObject;
  sendId?: unknown;
  to?: AnyActorRef;
  actorRef?: AnyActorRef;
}

/**
 * An action in words, without anything that an event carries: what was sent to whom, what was started, stopped and timed. The
 * same action has the same words in a replay. Null for what has no effect.
 */
export function effectOf({ type, params }: TakenAction, self: AnyActorRef): string | null {
  if (!type.startsWith('xstate.')) return `do ${type}`;
  const { id, delay, event, sendId, to, actorRef } = (params ?? {}) as Parameters;
  const receiver = to === self ? 'itself' : (to?.id ?? 'nobody');
  switch (type) {
    case 'xstate.raise':
      return typeof delay === 'number' ? `time ${String(id ?? event?.type)} in ${delay} ms` : null;
    case 'xstate.sendTo':
      return `send ${event?.type} to ${receiver}${typeof delay === 'number' ? ` in ${delay} ms` : ''}`;
    case 'xstate.cancel':
      return `cancel ${String(sendId)}`;
    case 'xstate.emit':
      return `emit ${event?.type}`;
    case 'xstate.spawnChild':
      return `start ${actorRef?.id}`;
    // What is stopped is the parameter itself; nothing when it has ended before.
    case 'xstate.stopChild':
      return params ? `stop ${(params as AnyActorRef).id}` : null;
    default:
      return null;
  }
}

const timed = / in (-?[\d.]+) ms$/;

/** Milliseconds by which a delay may be another because its step took time: a chart may reckon with the moment it is at. */
const tolerance = 250;

/** Whether two deeds are the same, but for the time that it took to write the first one down. */
export function isSameEffect(a: string, b: string): boolean {
  if (a === b) return true;
  const [first, second] = [timed.exec(a), timed.exec(b)];
  return (
    first !== null &&
    second !== null &&
    a.slice(0, first.index) === b.slice(0, second.index) &&
    Math.abs(Number(first[1]) - Number(second[1])) <= tolerance
  );
}
