import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { AccountDeletion, DeleteAccount } from '../../../src/contract/accounts/accountDeletion.ts';
import { accountDeletionMachine } from '../../../src/machines/accounts/accountDeletion/accountDeletion.machine.ts';
import { selectIsBlocked } from '../../../src/machines/accounts/accountDeletion/accountDeletion.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { recordingPort, screenInput } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { accountDeletionModel, blocked, free } from './accountDeletion.model.ts';
import { proofRefusal } from './identityCheck.model.ts';

coverChart(accountDeletionModel);

describe('deleting the account', () => {
  let preview: ReturnType<typeof held<AccountDeletion>>;
  let remove: ReturnType<typeof held<void, DeleteAccount>>;
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof accountDeletionMachine>;

  beforeEach(() => {
    [preview, remove] = [held(), held()];
    port = recordingPort();
    flow = createActor(
      accountDeletionMachine.provide({ actors: { previewDeletion: preview.logic, deleteAccount: remove.logic } }),
      { input: screenInput({ port }) },
    ).start();
  });

  it('takes the address of the account, and a proof where the server asks for one', async () => {
    preview.last().answer(free);
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
    flow.send({ type: 'field.changed', field: 'confirmation', value: 'eve@example.com' });
    flow.send({ type: 'form.submitted' });
    expect(flow.getSnapshot().context.fieldErrors.confirmation).toBe('Type ada@example.com to confirm.');
    expect(remove.calls).toHaveLength(0);
    flow.send({ type: 'field.changed', field: 'confirmation', value: 'ada@example.com' });
    flow.send({ type: 'form.submitted' });
    remove.last().fail(proofRefusal);
    await waitFor(flow, (snapshot) => snapshot.matches('checkingIdentity'));
    flow.send({ type: 'identity.verified' });
    remove.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('deleted'));
    expect(port.commands).toEqual([
      { type: 'toast.requested', toast: { tone: 'success', title: 'Account deleted' } },
      { type: 'navigation.requested', to: '/logout' },
    ]);
  });

  it('waits for an organization that only this user owns, and looks again on request', async () => {
    preview.last().answer(blocked);
    await waitFor(flow, selectIsBlocked);
    flow.send({ type: 'form.submitted' });
    expect(remove.calls).toHaveLength(0);
    flow.send({ type: 'preview.requested' });
    preview.last().answer(free);
    await waitFor(flow, (snapshot) => snapshot.matches('ready'));
  });
});
