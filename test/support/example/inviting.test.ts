import { describe, expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../cover.ts';
import { faultsOf } from '../lint.ts';
import { invitingMachine, type InviteRequest, type InviteValues } from './inviting.machine.ts';
import { invitingModel } from './inviting.model.ts';

coverChart(invitingModel);

describe('an invitation', () => {
  it('keeps the chart rules', () => expect(faultsOf(invitingMachine)).toEqual([]));

  it('goes to the address that was typed, without spaces around it', async () => {
    const invitation = held<void, InviteRequest>();
    const drafts = held<InviteValues | null, { slug: string }>();
    const actors = { invite: invitation.logic, loadDraft: drafts.logic };
    const flow = createActor(invitingMachine.provide({ actors }), { input: { slug: 'acme' } }).start();
    drafts.last().answer(null);
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
    flow.send({ type: 'field.changed', field: 'email', value: ' ada@example.com ' });
    flow.send({ type: 'form.submitted' });
    expect(invitation.last().input).toEqual({ invited_email: 'ada@example.com', role: 'reader' });
  });
});
