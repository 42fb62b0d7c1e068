import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../cover.ts';
import { faultsOf } from '../lint.ts';
import { invitingMachine, type InviteRequest, type InviteValues } from './inviting.machine.ts';
import { invitingModel } from './inviting.model.ts';

coverChart(invitingModel);

describe('an invitation', () => {
  let invitation: ReturnType<typeof held<void, InviteRequest>>;
  let revocation: ReturnType<typeof held<void, { email: string }>>;
  let flow: Actor<typeof invitingMachine>;
  const reaches = (state: 'editing' | 'invited') => waitFor(flow, (snapshot) => snapshot.matches(state));

  beforeEach(async () => {
    invitation = held();
    revocation = held();
    const drafts = held<InviteValues | null, { slug: string }>();
    const actors = { invite: invitation.logic, revoke: revocation.logic, loadDraft: drafts.logic };
    flow = createActor(invitingMachine.provide({ actors }), { input: { slug: 'acme' } }).start();
    drafts.last().answer(null);
    await reaches('editing');
    flow.send({ type: 'field.changed', field: 'email', value: ' ada@example.com ' });
    flow.send({ type: 'form.submitted' });
  });

  it('keeps the chart rules', () => expect(faultsOf(invitingMachine)).toEqual([]));

  it('goes to the address that was typed, without spaces around it', () => {
    expect(invitation.last().input).toEqual({ invited_email: 'ada@example.com', role: 'reader' });
  });

  it('is revoked for the address that it went to, once that is confirmed', async () => {
    invitation.last().answer();
    await reaches('invited');
    flow.send({ type: 'revocation.requested' });
    expect(revocation.calls).toHaveLength(0);
    flow.send({ type: 'action.confirmed' });
    expect(revocation.last().input).toEqual({ email: 'ada@example.com' });
    revocation.last().answer();
    await reaches('editing');
  });
});
