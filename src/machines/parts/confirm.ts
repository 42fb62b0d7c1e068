import { assign, type EventObject } from 'xstate';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';

/** The user's answers to a confirmation. */
export type ConfirmEvent = { type: 'action.confirmed' } | { type: 'action.cancelled' };

/** Context of a machine with a confirmation. A form in the same machine has its own failure, and shows only that. */
export interface ConfirmContext {
  confirmFailure: Failure | null;
}

/**
 * The tags of the state that asks, and of the one that runs the confirmed operation. The dialog is open in both; `busy`
 * belongs to the rest of the machine.
 */
export type ConfirmTag = 'confirming' | 'confirmed';

/** The action behind `onConfirmFailure`. */
export const keepConfirmFailure = <Context extends ConfirmContext, Event extends EventObject>() =>
  assign<Context, Event, { error: unknown }, Event, never>(
    (_, { error }) => ({ confirmFailure: failureOf(error) }) as Partial<Context>,
  );

/** An action of `confirmBefore`. */
export const clearConfirmFailure = <Context extends ConfirmContext, Event extends EventObject>() =>
  assign<Context, Event, undefined, Event, never>(() => ({ confirmFailure: null }) as Partial<Context>);

/**
 * Both actions. Not beside actions whose context XState infers, such as `enqueueActions` without type arguments: a
 * spread ends the inference.
 */
export const confirmActions = <Context extends ConfirmContext, Event extends EventObject>() => ({
  keepConfirmFailure: keepConfirmFailure<Context, Event>(),
  clearConfirmFailure: clearConfirmFailure<Context, Event>(),
});

/** The state of a confirmation. The confirmed operation can fail, and then returns here with the failure. */
export const confirmBefore = <const Doing extends string, const Idle extends string>(doing: Doing, idle: Idle) =>
  ({
    tags: 'confirming',
    on: {
      'action.confirmed': { target: doing, actions: 'clearConfirmFailure' },
      'action.cancelled': { target: idle, actions: 'clearConfirmFailure' },
    },
  }) as const;

/** The `onError` of the confirmed operation: the confirmation shows the failure. */
export const onConfirmFailure = <const Target extends string>(target: Target) =>
  ({
    target,
    actions: {
      type: 'keepConfirmFailure',
      params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
    },
  }) as const;
