import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { AccountIdentity } from '../../../src/contract/accounts/accountIdentity.ts';
import { signInMethodsMachine } from '../../../src/machines/accounts/signInMethods/signInMethods.machine.ts';
import {
  selectAdditionFailure,
  selectCheck,
  selectIsLoading,
  selectLeavingFor,
  selectLoadFailure,
  selectMethods,
  selectRemoved,
} from '../../../src/machines/accounts/signInMethods/signInMethods.selectors.ts';
import { resourceChanged } from '../../../src/machines/parts/resourceCommands.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { proofRefusal } from './identityCheck.model.ts';
import { email, google, ofGithub, signInMethodsModel } from './signInMethods.model.ts';

coverChart(signInMethodsModel);

describe('the sign-in methods of a user', () => {
  let list: ReturnType<typeof held<readonly AccountIdentity[]>>;
  let take: ReturnType<typeof held<string | null, { query: Readonly<Record<string, string>> }>>;
  let leave: ReturnType<typeof held<void, { id: string }>>;
  let remove: ReturnType<typeof held<void, { id: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof signInMethodsMachine>;
  const open = (query: Readonly<Record<string, string>> = {}) => {
    flow = createActor(
      signInMethodsMachine.provide({
        actors: {
          listMethods: list.logic,
          takeAddition: take.logic,
          leaveToAdd: leave.logic,
          removeMethod: remove.logic,
        },
      }),
      { input: screenInput({ port, query }) },
    ).start();
  };
  const opened = async (added: string | null = null) => {
    take.last().answer(added);
    await waitFor(flow, (snapshot) => snapshot.matches('loading'));
  };
  const load = async (methods: readonly AccountIdentity[]) => {
    list.last().answer(methods);
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
  };
  const toasts = () =>
    port.commands.flatMap((command) => (command.type === 'toast.requested' ? [command.toast.title] : []));

  beforeEach(() => {
    list = held();
    take = held();
    leave = held();
    remove = held();
    port = recordingPort();
  });

  it('are listed at once, and again on request after a failure', async () => {
    open();
    expect(selectIsLoading(flow.getSnapshot())).toBe(true);
    await opened();
    expect(port.commands).toEqual([]);
    list.last().fail(refusal);
    await waitFor(flow, (snapshot) => selectLoadFailure(snapshot) !== null);
    expect(selectAdditionFailure(flow.getSnapshot())).toBeNull();
    flow.send({ type: 'methods.retried' });
    await load([email]);
    expect(selectMethods(flow.getSnapshot())).toEqual([email]);
    expect(toasts()).toEqual([]);
  });

  it('get an account at a provider, once the user has proved who they are', async () => {
    open();
    await opened();
    await load([email]);
    flow.send({ type: 'addition.requested', provider: google });
    expect(leave.last().input).toEqual({ id: 'google' });
    expect(selectLeavingFor(flow.getSnapshot())).toEqual(google);
    leave.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => selectCheck(snapshot) !== undefined);
    flow.send({ type: 'identity.verified' });
    expect(leave.calls).toHaveLength(2);
    leave.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
    expect(selectLeavingFor(flow.getSnapshot())).toBeNull();
  });

  it('say that it was added when the provider leads back, without its answer in the address', async () => {
    open({ added: 'github', code: 'a-code' });
    expect(take.last().input).toEqual({ query: { added: 'github', code: 'a-code' } });
    await opened('github');
    expect(port.commands).toMatchObject([
      { type: 'navigation.requested', to: '/account/sign-in-methods', replace: true },
      { type: 'resource.changed' },
    ]);
    await load([email, ofGithub]);
    expect(toasts()).toEqual(['Sign-in method added']);
  });

  it('do not say so where an address only looks like it', async () => {
    open({ added: 'github' });
    await opened('github');
    await load([email]);
    expect(toasts()).toEqual([]);
  });

  it('say why it was not added, beside those that are there', async () => {
    open({ added: 'github', error: 'access_denied' });
    take.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.matches('loading'));
    await load([email, ofGithub]);
    expect(selectAdditionFailure(flow.getSnapshot())).toMatchObject({ message: 'Not like this.' });
    expect(toasts()).toEqual([]);
    flow.send({ type: 'addition.requested', provider: google });
    expect(selectAdditionFailure(flow.getSnapshot())).toBeNull();
  });

  it('lose one after a question', async () => {
    open();
    await opened();
    await load([email, ofGithub]);
    flow.send({ type: 'removal.requested', method: ofGithub });
    expect(selectRemoved(flow.getSnapshot())).toBe(ofGithub);
    flow.send({ type: 'action.cancelled' });
    expect(flow.getSnapshot().hasTag('confirming')).toBe(false);
    flow.send({ type: 'removal.requested', method: ofGithub });
    flow.send({ type: 'action.confirmed' });
    expect(remove.last().input).toEqual({ id: ofGithub.id });
    remove.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('loading'));
    await load([email]);
    expect(toasts()).toEqual(['Sign-in method removed']);
    // The account may have another address.
    expect(port.commands.at(-1)).toEqual(resourceChanged(['profile', 'accountEvents']));
  });
});
