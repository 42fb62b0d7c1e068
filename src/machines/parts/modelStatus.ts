import { assign, type EventObject } from 'xstate';
import type { AssistantStatus } from '../../contract/assistant/assistantStatus.ts';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';
import { unprovided } from './unprovided.ts';

/** Context of a machine that knows which model answers for a project. */
export interface ModelStatusContext {
  ref: string;
  status: AssistantStatus | null;
  /** Why it is not known whether there is a model. */
  statusFailure: Failure | null;
}

export type ModelStatusEvent = { type: 'status.requested' };

export const modelStatusActors = { readStatus: unprovided<AssistantStatus, { ref: string }>('readStatus') };

/** The actions of `modelStatusRegion`. */
export const modelStatusActions = <Context extends ModelStatusContext, Event extends EventObject>() => ({
  keepStatus: assign<Context, Event, { status: AssistantStatus }, Event, never>(
    (_, { status }) => ({ status }) as Partial<Context>,
  ),
  keepStatusFailure: assign<Context, Event, { error: unknown }, Event, never>(
    (_, { error }) => ({ status: null, statusFailure: failureOf(error) }) as Partial<Context>,
  ),
  clearStatusFailure: assign<Context, Event, undefined, Event, never>(
    () => ({ statusFailure: null }) as Partial<Context>,
  ),
});

/** A region that reads which model answers, again on request. */
export const modelStatusRegion = {
  initial: 'checking',
  states: {
    checking: {
      entry: 'clearStatusFailure',
      invoke: {
        id: 'status',
        src: 'readStatus',
        input: ({ context: { ref } }: { context: ModelStatusContext }) => ({ ref }),
        onDone: {
          target: 'known',
          actions: {
            type: 'keepStatus',
            params: ({ event }: { event: { output: AssistantStatus } }) => ({ status: event.output }),
          },
        },
        onError: {
          target: 'known',
          actions: {
            type: 'keepStatusFailure',
            params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
          },
          description: 'The user can check again.',
        },
      },
    },
    known: {
      on: {
        'status.requested': {
          target: 'checking',
          description: 'An owner or the operator may have set a model meanwhile.',
        },
      },
    },
  },
} as const;

type WithStatus = { context: ModelStatusContext };

export const selectStatus = ({ context }: WithStatus) => context.status;
export const selectStatusFailure = ({ context }: WithStatus) => context.statusFailure;
