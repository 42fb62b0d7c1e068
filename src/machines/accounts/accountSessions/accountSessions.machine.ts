import { assign, sendTo } from 'xstate';
import type { AccountSession } from '../../../contract/accounts/accountSession.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface AccountSessionsContext extends ConfirmContext, Pick<ScreenInput, 'port'> {
  /** The session that the user wants to end. */
  ended: AccountSession | null;
}

type AccountSessionsEvent =
  | ConfirmEvent
  | { type: 'end.requested'; session: AccountSession }
  | { type: 'others.requested' };

export const accountSessionsMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as AccountSessionsContext,
    events: {} as AccountSessionsEvent,
    tags: {} as ConfirmTag,
  },
  actors: {
    endSession: unprovided<void, { id: string }>('endSession'),
    endOthers: unprovided<void>('endOthers'),
  },
  actions: {
    ...confirmActions<AccountSessionsContext, AccountSessionsEvent>(),
    keepEnded: assign((_, { session }: { session: AccountSession }) => ({ ended: session })),
    readAgain: sendTo(({ context }) => context.port, resourceChanged('accountSessions')),
    announceEnd: sendTo(({ context }) => context.port, successToast('Device signed out')),
    announceOthersEnd: sendTo(({ context }) => context.port, successToast('Signed out on your other devices')),
  },
}).createMachine({
  id: 'accountSessions',
  description: 'Signs out devices of the user: one, or all but this one.',
  context: ({ input: { port } }) => ({ port, ended: null, confirmFailure: null }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'end.requested': {
          target: 'confirmingEnd',
          actions: { type: 'keepEnded', params: ({ event }) => event },
        },
        'others.requested': { target: 'confirmingOthersEnd' },
      },
    },
    confirmingEnd: confirmBefore('ending', 'idle'),
    ending: {
      tags: 'confirmed',
      invoke: {
        id: 'end',
        src: 'endSession',
        input: ({ context }) => ({ id: context.ended?.id ?? '' }),
        onDone: { target: 'idle', actions: ['announceEnd', 'readAgain'] },
        onError: onConfirmFailure('confirmingEnd'),
      },
    },
    confirmingOthersEnd: confirmBefore('endingOthers', 'idle'),
    endingOthers: {
      tags: 'confirmed',
      invoke: {
        id: 'othersEnd',
        src: 'endOthers',
        onDone: { target: 'idle', actions: ['announceOthersEnd', 'readAgain'] },
        onError: onConfirmFailure('confirmingOthersEnd'),
      },
    },
  },
});
