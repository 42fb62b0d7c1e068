import { assign, sendTo } from 'xstate';
import { ownQuery, type LinkOutcome } from '../../../contract/accounts/emailLink.ts';
import type { Failure } from '../../../contract/common/apiError.ts';
import { href } from '../../../router/href.ts';
import { hasBegun, isWithoutLink, linkFailure } from '../../parts/emailLink.ts';
import { clearFailure, keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

type ExternalSignInInput = ScreenInput<'externalSignIn'>;

interface ExternalSignInContext extends Pick<ExternalSignInInput, 'port' | 'params' | 'query'> {
  failure: Failure | null;
}

type ExternalSignInEvent = { type: 'signIn.retried' };

export const externalSignInMachine = flowSetup({
  types: {
    input: {} as ExternalSignInInput,
    context: {} as ExternalSignInContext,
    events: {} as ExternalSignInEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Begins a session with what the provider added to the address; throws what the auth service refused. */
    openAnswer: unprovided<LinkOutcome, Pick<ExternalSignInInput, 'params' | 'query'>>('openAnswer'),
    /** Sends the browser to the provider of the address; never settles once it has left. */
    leaveForProvider: unprovided<void, Pick<ExternalSignInInput, 'params' | 'query'>>('leaveForProvider'),
  },
  guards: {
    isSignedIn: hasBegun,
    isWithoutAnswer: isWithoutLink,
  },
  actions: {
    keepOutcome: assign(linkFailure),
    keepFailure: keepFailure(),
    clearFailure: clearFailure(),
    cleanAddress: sendTo(
      ({ context }) => context.port,
      ({ context: { params, query } }) => ({
        type: 'navigation.requested' as const,
        to: href('externalSignIn', params, ownQuery(query)),
        replace: true,
      }),
    ),
  },
}).createMachine({
  id: 'externalSignIn',
  description: 'Signs the user in with an account at another service, by OAuth or OpenID Connect.',
  context: ({ input: { port, params, query } }) => ({ port, params, query, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      entry: 'cleanAddress',
      description: 'The user comes from the sign-in page, or back from the provider with its answer.',
      invoke: {
        id: 'answer',
        src: 'openAnswer',
        input: ({ context: { params, query } }) => ({ params, query }),
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            description: 'The provider vouches for the user.',
          },
          {
            guard: { type: 'isWithoutAnswer', params: ({ event }) => ({ outcome: event.output }) },
            target: 'leaving',
            description: 'The provider has not been asked yet.',
          },
          {
            target: 'refused',
            actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
            description: 'Another browser began this sign-in, or the server is unreachable.',
          },
        ],
        onError: onFailure('refused', 'The user declined at the provider, or the auth service refused the account.'),
      },
    },
    leaving: {
      tags: 'busy',
      description: 'The browser is on its way to the provider, and this page ends.',
      invoke: {
        id: 'departure',
        src: 'leaveForProvider',
        input: ({ context }) => ({ params: context.params, query: ownQuery(context.query) }),
        onError: onFailure('refused', 'The server does not have this provider, or the browser is offline.'),
      },
    },
    refused: {
      description: 'The answer cannot be used twice, so another try begins at the provider.',
      on: { 'signIn.retried': { target: 'leaving', actions: 'clearFailure' } },
    },
    signedIn: {
      tags: 'busy',
      description: 'The session has begun; access redirects to the page that the user wanted.',
    },
  },
});
