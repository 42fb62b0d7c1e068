import { sendTo } from 'xstate';
import type { EmailChangeOutcome } from '../../../contract/accounts/emailChange.ts';
import type { Failure } from '../../../contract/common/apiError.ts';
import { cleanAddressOf } from '../../parts/emailLink.ts';
import { keepFailure, onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface ConfirmEmailChangeContext extends Pick<ScreenInput, 'port' | 'query'> {
  /** Why the link was refused. */
  failure: Failure | null;
}

export const confirmEmailChangeMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as ConfirmEmailChangeContext,
  },
  actors: {
    /** Tells what the link did; throws what the auth service refused. */
    openLink: unprovided<EmailChangeOutcome, Pick<ScreenInput, 'query'>>('openLink'),
  },
  guards: {
    isChanged: (_, { outcome }: { outcome: EmailChangeOutcome }) => outcome === 'changed',
    isHalf: (_, { outcome }: { outcome: EmailChangeOutcome }) => outcome === 'half',
  },
  actions: {
    keepFailure: keepFailure(),
    cleanAddress: sendTo(
      ({ context }) => context.port,
      ({ context }) => cleanAddressOf('confirmEmailChange', context),
    ),
    readProfile: sendTo(({ context }) => context.port, resourceChanged('profile')),
  },
}).createMachine({
  id: 'confirmEmailChange',
  description: 'Where the links of the emails for a new address lead: it says whether the account has it now.',
  context: ({ input: { port, query } }) => ({ port, query, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      entry: 'cleanAddress',
      invoke: {
        id: 'link',
        src: 'openLink',
        input: ({ context }) => ({ query: context.query }),
        onDone: [
          {
            guard: { type: 'isChanged', params: ({ event }) => ({ outcome: event.output }) },
            target: 'changed',
            actions: 'readProfile',
            description: 'All addresses that were asked have agreed.',
          },
          {
            guard: { type: 'isHalf', params: ({ event }) => ({ outcome: event.output }) },
            target: 'half',
            description: 'The email to the other address has a link too.',
          },
          { target: 'withoutLink', description: 'The page was reloaded, or opened without a link.' },
        ],
        onError: onFailure('refused', 'The link has expired or was used.'),
      },
    },
    changed: { description: 'A signed-in user continues; a visitor signs in with the new address.' },
    half: { description: 'Nothing has changed yet.' },
    withoutLink: {},
    refused: { description: 'The user asks for the change again.' },
  },
});
