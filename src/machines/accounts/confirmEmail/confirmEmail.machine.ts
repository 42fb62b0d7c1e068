import { assign, sendTo } from 'xstate';
import type { Failure } from '../../../contract/common/apiError.ts';
import { cleanAddressOf, hasBegun, linkFailure, openLink } from '../../parts/emailLink.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';

interface ConfirmEmailContext extends Pick<ScreenInput, 'port' | 'query'> {
  /** Why the link was refused, or did not lead to a session. */
  failure: Failure | null;
}

export const confirmEmailMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as ConfirmEmailContext,
    events: {} as { type: 'link.retried' },
  },
  actors: {
    openLink,
  },
  guards: {
    isSignedIn: hasBegun,
  },
  actions: {
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    keepOutcome: assign(linkFailure),
    cleanAddress: sendTo(
      ({ context }) => context.port,
      ({ context }) => cleanAddressOf('confirmEmail', context),
    ),
  },
}).createMachine({
  id: 'confirmEmail',
  description: 'Where the link of a confirmation email leads: the address is confirmed, and a session begins.',
  context: ({ input: { port, query } }) => ({ port, query, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      entry: ['clearFailure', 'cleanAddress'],
      invoke: {
        id: 'link',
        src: 'openLink',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            description: 'This browser signed up.',
          },
          {
            target: 'unsigned',
            actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
            description: 'Another browser signed up, the server is unreachable, or the page was reloaded.',
          },
        ],
        onError: onFailure('refused', 'The link has expired or was used.'),
      },
    },
    signedIn: { description: 'The session has begun; access redirects to the page that the user wanted.' },
    unsigned: {
      description: 'The auth service confirmed the address before it led here; only the session is missing.',
      on: { 'link.retried': { target: 'opening' } },
    },
    refused: { description: 'The user signs in, or signs up again to get another email.' },
  },
});
