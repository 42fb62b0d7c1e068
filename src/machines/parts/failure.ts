import { assign, type EventObject } from 'xstate';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';

/** What a machine keeps that shows why its last attempt failed. */
export interface FailureContext {
  failure: Failure | null;
}

/** The action behind `onFailure`: keeps what a service threw, in words. */
export const keepFailure = <Context extends FailureContext, Event extends EventObject>() =>
  assign<Context, Event, { error: unknown }, Event, never>(
    (_, { error }) => ({ failure: failureOf(error) }) as Partial<Context>,
  );

export const clearFailure = <Context extends FailureContext, Event extends EventObject>() =>
  assign<Context, Event, undefined, Event, never>(() => ({ failure: null }) as Partial<Context>);

/** An invoke's `onError` that leads to where the user can try again, and tells why it failed. */
export const onFailure = <const Target extends string>(target: Target, description?: string) =>
  ({
    target,
    actions: {
      type: 'keepFailure',
      params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
    },
    ...(description !== undefined && { description }),
  }) as const;

/** An invoke's `onError`, for an actor that has no way to fail. */
export const cannotFail = {
  /** One that watches the cache. */
  watching: { meta: { waiver: 'It listens to the cache, which reports failures and does not throw them.' } },
  /** A child machine. */
  chart: { meta: { waiver: 'A chart that handles every failure of its own has none to pass on.' } },
} as const;
