import { assign, sendTo } from 'xstate';
import { ownQuery, type LinkOutcome } from '../../../contract/accounts/emailLink.ts';
import { emailRequestSchema, type EmailRequest } from '../../../contract/accounts/emailRequest.ts';
import { href } from '../../../router/href.ts';
import { hasBegun, isWithoutLink, linkFailure } from '../../parts/emailLink.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, keepChange, submitTo, type FormContext, type FormEvent } from '../../parts/form.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface SsoSignInContext extends FormContext<EmailRequest>, Pick<ScreenInput, 'port' | 'query'> {}

type SsoSignInEvent = FormEvent<EmailRequest>;

const form = formOf({ schema: emailRequestSchema, request: ({ values }: SsoSignInContext) => values });

export const ssoSignInMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as SsoSignInContext,
    events: {} as SsoSignInEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Begins a session with what the identity provider's answer added to the address. */
    openAnswer: unprovided<LinkOutcome, Pick<ScreenInput, 'query'>>('openAnswer'),
    /** Sends the browser to the provider of the address; never settles once it has left. */
    leaveForProvider: unprovided<void, EmailRequest & Pick<ScreenInput, 'query'>>('leaveForProvider'),
  },
  guards: { isComplete: form.isComplete, isSignedIn: hasBegun, isWithoutAnswer: isWithoutLink },
  actions: {
    ...form.actions<SsoSignInEvent>(),
    keepOutcome: assign(linkFailure),
    cleanAddress: sendTo(
      ({ context }) => context.port,
      ({ context: { query } }) => ({
        type: 'navigation.requested' as const,
        to: href('ssoSignIn', {}, ownQuery(query)),
        replace: true,
      }),
    ),
  },
}).createMachine({
  id: 'ssoSignIn',
  description: 'Signs the user in with the identity provider of their organization, by SAML.',
  context: ({ input: { port, query } }) => ({ port, query, values: { email: '' }, fieldErrors: {}, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      entry: 'cleanAddress',
      description: 'The user comes from the sign-in page, or back from the identity provider with its answer.',
      invoke: {
        id: 'answer',
        src: 'openAnswer',
        input: ({ context: { query } }) => ({ query }),
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => ({ outcome: event.output }) },
            target: 'signedIn',
            description: 'The identity provider vouches for the user.',
          },
          {
            guard: { type: 'isWithoutAnswer', params: ({ event }) => ({ outcome: event.output }) },
            target: 'editing',
            description: 'No identity provider has been asked yet.',
          },
          {
            target: 'editing',
            actions: { type: 'keepOutcome', params: ({ event }) => ({ outcome: event.output }) },
            description: 'Another browser began this sign-in, or the server is unreachable.',
          },
        ],
        onError: onFailure('editing', 'The identity provider, or the auth service, refused the user.'),
      },
    },
    editing: {
      on: {
        'field.changed': { actions: keepChange },
        'form.submitted': submitTo('leaving'),
      },
    },
    leaving: {
      tags: 'busy',
      description: 'The browser is on its way to the identity provider, and this page ends.',
      invoke: {
        id: 'departure',
        src: 'leaveForProvider',
        input: ({ context }) => ({ email: context.values.email.trim(), query: ownQuery(context.query) }),
        onError: onFailure('editing', 'No provider has this domain, or the browser is offline.'),
      },
    },
    signedIn: {
      tags: 'busy',
      description: 'The session has begun; access redirects to the page that the user wanted.',
    },
  },
});
