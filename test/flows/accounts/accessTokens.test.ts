import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, SimulatedClock, waitFor, type Actor } from 'xstate';
import type { AccessToken, CreatedAccessToken, NewAccessToken } from '../../../src/contract/accounts/accessToken.ts';
import type { AccessTokenDraft } from '../../../src/contract/accounts/accessTokenDraft.ts';
import { shellTiming } from '../../../src/contract/shell/shellTiming.ts';
import { accessTokensMachine } from '../../../src/machines/accounts/accessTokens/accessTokens.machine.ts';
import { selectCheck, selectCreated } from '../../../src/machines/accounts/accessTokens/accessTokens.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, refusal, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { accessTokensModel, backup, created } from './accessTokens.model.ts';
import { proofRefusal } from './identityCheck.model.ts';

coverChart(accessTokensModel);

describe('the access tokens of a user', () => {
  let draft: ReturnType<typeof held<AccessTokenDraft | null>>;
  let keep: ReturnType<typeof held<void, { draft: AccessTokenDraft }>>;
  let forget: ReturnType<typeof held<void>>;
  let clock: SimulatedClock;
  let list: ReturnType<typeof held<readonly AccessToken[]>>;
  let create: ReturnType<typeof held<CreatedAccessToken, NewAccessToken>>;
  let revoke: ReturnType<typeof held<void, { id: string }>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof accessTokensMachine>;
  const at = (state: 'loading' | 'ready' | 'created' | 'checkingIdentity') =>
    waitFor(flow, (snapshot) => snapshot.matches(state));

  beforeEach(async () => {
    [draft, keep, forget, list, create, revoke] = [held(), held(), held(), held(), held(), held()];
    clock = new SimulatedClock();
    port = recordingPort();
    flow = createActor(
      accessTokensMachine.provide({
        actors: {
          loadDraft: draft.logic,
          keepDraft: keep.logic,
          deleteDraft: forget.logic,
          listTokens: list.logic,
          createToken: create.logic,
          revokeToken: revoke.logic,
        },
      }),
      { input: screenInput({ port }), clock },
    ).start();
    draft.last().answer({ name: ' Deploys ', scopes: ['projects:read'], days: null });
    await at('loading');
    list.last().answer([backup]);
    await at('ready');
  });

  it('survive a reload of the form, and the token is shown once', async () => {
    flow.send({ type: 'form.submitted' });
    expect(create.last().input).toEqual({ name: 'Deploys', scopes: ['projects:read'], expires_in_days: null });
    create.last().answer(created);
    await at('created');
    expect(selectCreated(flow.getSnapshot())?.token).toBe('bct_secret');
    expect(forget.calls).toHaveLength(1);
    flow.send({ type: 'token.dismissed' });
    expect(selectCreated(flow.getSnapshot())).toBeNull();
    expect(flow.getSnapshot().context.values).toEqual({ name: '', scopes: [], days: 30 });
    expect(JSON.stringify(flow.getSnapshot().context)).not.toContain('bct_secret');
  });

  it('are created after a proof of who the user is, without filling in the form again', async () => {
    flow.send({ type: 'form.submitted' });
    create.last().fail(proofRefusal);
    await at('checkingIdentity');
    expect(selectCheck(flow.getSnapshot())).toBeDefined();
    flow.send({ type: 'identity.dismissed' });
    expect(flow.getSnapshot().context.values.name).toBe(' Deploys ');
    flow.send({ type: 'form.submitted' });
    create.last().fail(proofRefusal);
    await at('checkingIdentity');
    flow.send({ type: 'identity.verified' });
    expect(create.calls).toHaveLength(3);
    create.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
  });

  it('store what was typed just before a refusal or a question that was cancelled', async () => {
    const typed = (name: string) => flow.send({ type: 'field.changed', field: 'name', value: name });
    const stored = () => {
      clock.increment(shellTiming.addressMirrorMs);
      return keep.last().input.draft.name;
    };
    typed('Nightly');
    flow.send({ type: 'form.submitted' });
    create.last().fail(refusal);
    await at('ready');
    expect(stored()).toBe('Nightly');
    typed('Weekly');
    flow.send({ type: 'revocation.requested', token: backup });
    flow.send({ type: 'action.cancelled' });
    expect(stored()).toBe('Weekly');
  });

  it('store what was typed just before another token was revoked', async () => {
    flow.send({ type: 'field.changed', field: 'name', value: 'Weekly' });
    flow.send({ type: 'revocation.requested', token: backup });
    flow.send({ type: 'action.confirmed' });
    revoke.last().answer();
    await at('loading');
    list.last().answer([]);
    await at('ready');
    clock.increment(shellTiming.addressMirrorMs);
    expect(keep.last().input.draft.name).toBe('Weekly');
  });

  it('are revoked after a question', async () => {
    flow.send({ type: 'revocation.requested', token: backup });
    expect(revoke.calls).toHaveLength(0);
    flow.send({ type: 'action.confirmed' });
    expect(revoke.last().input).toEqual({ id: backup.id });
    revoke.last().answer();
    await at('loading');
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Access token revoked' } },
    ]);
  });
});
