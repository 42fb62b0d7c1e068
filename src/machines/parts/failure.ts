import { assign, type EventObject } from 'xstate';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';

/** Context of a machine that shows why its last attempt failed. */
export interface FailureContext {
  failure: Failure | null;
}

/** The action behind `onFailure`: stores what a service threw as a `Failure`. */
export const keepFailure = <Context extends FailureContext, Event extends EventObject>() =>
  assign<Context, Event, { error: unknown }, Event, never>(
    (_, { error }) => ({ failure: failureOf(error) }) as Partial<Context>,
  );

export const clearFailure = <Context extends FailureContext, Event extends EventObject>() =>
  assign<Context, Event, undefined, Event, never>(() => ({ failure: null }) as Partial<Context>);

/** `keepFailure` with what an invoke's actor threw. */
export const keepThrown = {
  type: 'keepFailure',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

/** The parameter of a guard or an action that judges what an invoke's actor threw. */
export const failureIn = ({ event }: { event: { error: unknown } }) => ({ failure: failureOf(event.error) });

/** An invoke's `onError` that stores the failure and leads to a state where the user can retry. */
export const onFailure = <const Target extends string>(target: Target, description?: string) =>
  ({
    target,
    actions: keepThrown,
    ...(description !== undefined && { description }),
  }) as const;

/** An invoke's `onError`, for an actor that cannot fail. */
export const cannotFail = {
  /** An actor that watches the cache or the address. */
  watching: { meta: { waiver: 'It only listens.' } },
  /** A child machine. */
  chart: { meta: { waiver: 'It handles its failures.' } },
} as const;
