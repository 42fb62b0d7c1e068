import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { LinkOutcome } from '../../../src/contract/accounts/emailLink.ts';
import { externalSignInMachine } from '../../../src/machines/accounts/externalSignIn/externalSignIn.machine.ts';
import {
  selectFailure,
  selectIsLeaving,
} from '../../../src/machines/accounts/externalSignIn/externalSignIn.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { externalSignInInput, externalSignInModel } from './externalSignIn.model.ts';

coverChart(externalSignInModel);

describe('signing in with a provider', () => {
  type Query = { params: { provider: string }; query: Readonly<Record<string, string>> };
  let answer: ReturnType<typeof held<LinkOutcome, Query>>;
  let departure: ReturnType<typeof held<void, Query>>;
  let flow: Actor<typeof externalSignInMachine>;
  let port: ReturnType<typeof recordingPort>;

  beforeEach(() => {
    answer = held();
    departure = held();
    port = recordingPort();
    flow = createActor(
      externalSignInMachine.provide({ actors: { openAnswer: answer.logic, leaveForProvider: departure.logic } }),
      { input: externalSignInInput(port) },
    ).start();
  });

  it('takes the answer of the provider out of the address at once', () => {
    expect(port.commands).toEqual([
      { type: 'navigation.requested', to: '/sign-in-external/github?returnTo=%2Fprojects', replace: true },
    ]);
  });

  it('leaves for the provider, which brings the page that the user wanted back, but no old code', async () => {
    answer.last().answer({ session: false, failure: null });
    await waitFor(flow, selectIsLeaving);
    expect(departure.last().input).toEqual({ params: { provider: 'github' }, query: { returnTo: '/projects' } });
  });

  it('ends with the code that the provider sent the browser back with', async () => {
    expect(answer.last().input.query).toMatchObject({ code: 'c0de' });
    answer.last().answer({ session: true });
    await waitFor(flow, (snapshot) => snapshot.matches('signedIn'));
    expect(departure.calls).toHaveLength(0);
  });

  it('says why it failed, and begins at the provider again', async () => {
    answer.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches('refused'));
    expect(selectFailure(flow.getSnapshot())?.message).toBe('Not like this.');
    flow.send({ type: 'signIn.retried' });
    expect(selectFailure(flow.getSnapshot())).toBeNull();
    expect([answer.calls.length, departure.calls.length]).toEqual([1, 1]);
  });
});
