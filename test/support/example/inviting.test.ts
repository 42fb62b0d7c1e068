import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { held } from '../../fixtures/held.ts';
import { recordingPort } from '../../fixtures/screen.ts';
import { coverChart } from '../cover.ts';
import { withStubs } from '../fakeWorld.ts';
import type { Invitation, OfInvitation } from './invitation.ts';
import { invitingMachine } from './inviting.machine.ts';
import { input, invitingModel } from './inviting.model.ts';

coverChart(invitingModel);

const membersChanged = { type: 'resource.changed', names: ['members'] };
const toast = (title: string) => ({ type: 'toast.requested', toast: { tone: 'success', title } });

describe('an invitation', () => {
  const ada = { slug: 'acme', email: 'ada@example.com', role: 'reader' };
  const [drafts, forget] = [held<Invitation | null, { slug: string }>(), held<void, { slug: string }>()];
  const [invite, revoke] = [held<void, OfInvitation>(), held<void, OfInvitation>()];
  const actors = { loadDraft: drafts.logic, deleteDraft: forget.logic, invite: invite.logic, revoke: revoke.logic };
  let port: ReturnType<typeof recordingPort>;
  let flow: Actor<typeof invitingMachine>;
  const reaches = (state: 'editing' | 'forgettingDraft' | 'invited') => waitFor(flow, (now) => now.matches(state));

  beforeEach(async () => {
    port = recordingPort();
    flow = createActor(withStubs(invitingMachine).provide({ actors }), { input: input(port) }).start();
    drafts.last().answer(null);
    await reaches('editing');
    flow.send({ type: 'field.changed', field: 'email', value: ' ada@example.com ' });
    flow.send({ type: 'form.submitted' });
    invite.last().answer();
    await reaches('forgettingDraft');
    forget.last().answer();
    await reaches('invited');
  });

  it('goes to the address that was typed, without spaces around it', () => {
    expect([invite.last().input, forget.last().input]).toEqual([ada, { slug: 'acme' }]);
    expect(port.commands).toEqual([membersChanged, toast('Invitation sent')]);
  });

  it('is revoked for the address that it went to, once that is confirmed', async () => {
    flow.send({ type: 'revocation.requested' });
    expect(revoke.calls).toEqual([]);
    flow.send({ type: 'action.confirmed' });
    expect(revoke.last().input).toEqual(ada);
    revoke.last().answer();
    await reaches('editing');
    expect(port.commands.slice(2)).toEqual([membersChanged, toast('Invitation revoked')]);
  });
});
