import type { AnyActorRef, AnyEventObject } from 'xstate';

/** An action of a chart, as XState reports it, with the parameters of the built-in ones. */
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
 * An action as text, without event payloads: what was sent to which actor, started, stopped and scheduled. A replay
 * gives the same action the same text. Null for an action without effect.
 */
export function effectOf({ type, params }: TakenAction, self: AnyActorRef): string | null {
  if (!type.startsWith('xstate.')) return `do ${type}`;
  const { id, delay, event, sendId, to, actorRef } = (params ?? {}) as Parameters;
  const receiver = to === self ? 'itself' : (to?.id ?? 'no actor');
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
    // The parameter of `stop` is the actor itself; undefined if it has already ended.
    case 'xstate.stopChild':
      return params ? `stop ${(params as AnyActorRef).id}` : null;
    default:
      return null;
  }
}

const timed = / in (-?[\d.]+) ms$/;

/** Tolerance in milliseconds for delays, which may depend on the current time. */
const tolerance = 250;

/** Whether two effects are equal, within the tolerance for delays. */
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
