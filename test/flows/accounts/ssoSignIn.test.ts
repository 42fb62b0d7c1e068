import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { LinkOutcome } from '../../../src/contract/accounts/emailLink.ts';
import { ssoSignInMachine } from '../../../src/machines/accounts/ssoSignIn/ssoSignIn.machine.ts';
import { selectIsOpening } from '../../../src/machines/accounts/ssoSignIn/ssoSignIn.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { ssoSignInModel } from './ssoSignIn.model.ts';

coverChart(ssoSignInModel);

describe('signing in with the identity provider of an organization', () => {
  let answer: ReturnType<typeof held<LinkOutcome, { query: Readonly<Record<string, string>> }>>;
  let leave: ReturnType<typeof held<void, { email: string; query: Readonly<Record<string, string>> }>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof ssoSignInMachine>;

  const start = (query: Readonly<Record<string, string>>) => {
    [answer, leave] = [held(), held()];
    port = recordingPort();
    flow = createActor(
      ssoSignInMachine.provide({ actors: { openAnswer: answer.logic, leaveForProvider: leave.logic } }),
      { input: screenInput({ port, query }) },
    ).start();
  };

  beforeEach(() => start({ returnTo: '/projects' }));

  it('asks for the work address, and leaves for the provider of its domain', async () => {
    answer.last().answer({ session: false, failure: null });
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    flow.send({ type: 'field.changed', field: 'email', value: ' ada@acme.example ' });
    flow.send({ type: 'form.submitted' });
    expect(leave.last().input).toEqual({ email: 'ada@acme.example', query: { returnTo: '/projects' } });
    leave.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(flow.getSnapshot().context.values.email).toBe(' ada@acme.example ');
  });

  it('begins a session with the answer of the provider, which leaves the address', async () => {
    start({ code: 'c0de', returnTo: '/projects' });
    expect(port.commands).toEqual([
      { type: 'navigation.requested', to: '/sign-in-sso?returnTo=%2Fprojects', replace: true },
    ]);
    answer.last().answer({ session: true });
    await waitFor(flow, (snapshot) => snapshot.matches('signedIn'));
    expect(selectIsOpening(flow.getSnapshot())).toBe(true);
  });
});
