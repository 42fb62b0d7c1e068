import { describe, expect, it } from 'vitest';
import { assign, createActor, sendTo, waitFor } from 'xstate';
import type { LinkOutcome } from '../../../src/contract/accounts/emailLink.ts';
import type { Failure } from '../../../src/contract/common/apiError.ts';
import {
  cleanAddressOf,
  hasBegun,
  isWithoutLink,
  linkFailure,
  openLink,
} from '../../../src/machines/parts/emailLink.ts';
import { flowSetup } from '../../../src/machines/parts/flowSetup.ts';
import type { ScreenInput } from '../../../src/machines/parts/screen.input.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, screenInput } from '../../fixtures/screen.ts';

const outcomeIn = ({ event }: { event: { output: LinkOutcome } }) => ({ outcome: event.output });

const linkedMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as Pick<ScreenInput, 'port' | 'query'> & { failure: Failure | null },
  },
  actors: { openLink },
  guards: { hasBegun, isWithoutLink },
  actions: {
    keepLinkFailure: assign(linkFailure),
    cleanAddress: sendTo(
      ({ context }) => context.port,
      ({ context }) => cleanAddressOf('emailSignIn', context),
    ),
  },
}).createMachine({
  id: 'linked',
  context: ({ input: { port, query } }) => ({ port, query, failure: null }),
  initial: 'opening',
  states: {
    opening: {
      entry: 'cleanAddress',
      invoke: {
        id: 'link',
        src: 'openLink',
        input: ({ context: { query } }) => ({ query }),
        onDone: [
          { guard: { type: 'hasBegun', params: outcomeIn }, target: 'begun' },
          { guard: { type: 'isWithoutLink', params: outcomeIn }, target: 'withoutLink' },
          { target: 'refused', actions: { type: 'keepLinkFailure', params: outcomeIn } },
        ],
        onError: { target: 'refused' },
      },
    },
    begun: {},
    withoutLink: {},
    refused: {},
  },
});

const expired: Failure = { code: 'otp_expired', message: 'Email link is invalid or has expired' };

describe('the link of an email', () => {
  const open = (query: Readonly<Record<string, string>>) => {
    const link = held<LinkOutcome, Pick<ScreenInput, 'query'>>();
    const port = recordingPort();
    const flow = createActor(linkedMachine.provide({ actors: { openLink: link.logic } }), {
      input: screenInput({ port, query }),
    }).start();
    const leadsTo = async (outcome: LinkOutcome) => {
      link.last().answer(outcome);
      return (await waitFor(flow, (snapshot) => !snapshot.matches('opening'))).value;
    };
    return { flow, link, port, leadsTo };
  };

  it('leaves the address before it is used, and what else the address says stays', () => {
    const { link, port } = open({ code: 'c0de', returnTo: '/projects' });
    expect(port.commands).toEqual([
      { type: 'navigation.requested', to: '/sign-in-email?returnTo=%2Fprojects', replace: true },
    ]);
    expect(link.last().input).toEqual({ query: { code: 'c0de', returnTo: '/projects' } });
  });

  it('began a session, or says why it did not', async () => {
    expect(await open({ code: 'c0de' }).leadsTo({ session: true })).toBe('begun');
    const { flow, leadsTo } = open({ error_code: 'otp_expired' });
    expect(await leadsTo({ session: false, failure: expired })).toBe('refused');
    expect(flow.getSnapshot().context.failure).toEqual(expired);
  });

  it('is not there: nothing was refused', async () => {
    expect(await open({}).leadsTo({ session: false, failure: null })).toBe('withoutLink');
  });
});
