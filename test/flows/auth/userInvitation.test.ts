import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { ProjectUser, UserInvitation } from '../../../src/contract/auth/projectUser.ts';
import { userInvitationMachine } from '../../../src/machines/auth/userInvitation/userInvitation.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { userInvitationModel } from './userInvitation.model.ts';

coverChart(userInvitationModel);

it('invites a person by an email address, which stays typed when it is refused', async () => {
  const invite = held<ProjectUser, { ref: string; invitation: UserInvitation }>();
  const flow = createActor(
    userInvitationMachine.provide({
      actors: {
        loadDraft: fromPromise<UserInvitation | null, { ref: string }>(async () => null),
        inviteUser: invite.logic,
      },
    }),
    {
      input: { ref: 'abc', parent: createPort(() => {}) },
    },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  flow.send({ type: 'field.changed', field: 'email', value: 'grace' });
  flow.send({ type: 'form.submitted' });
  expect(flow.getSnapshot().context.fieldErrors).toEqual({ email: 'Enter a valid email address.' });
  flow.send({ type: 'field.changed', field: 'email', value: ' grace@example.com ' });
  flow.send({ type: 'form.submitted' });
  expect(invite.last().input).toEqual({ ref: 'abc', invitation: { email: 'grace@example.com' } });
  invite.last().fail(refusal);
  await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
  expect(flow.getSnapshot().context.values.email).toBe(' grace@example.com ');
});

it('keeps what was typed when it is closed', async () => {
  const kept: object[] = [];
  const sent: string[] = [];
  const flow = createActor(
    userInvitationMachine.provide({
      actors: {
        loadDraft: fromPromise<UserInvitation | null, { ref: string }>(async () => null),
        keepDraft: fromPromise(async ({ input }) => void kept.push(input)),
      },
    }),
    { input: { ref: 'abc', parent: createPort(({ type }) => sent.push(type)) } },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  flow.send({ type: 'field.changed', field: 'email', value: 'grace@example.com' });
  flow.send({ type: 'form.left' });
  await waitFor(flow, (snapshot) => snapshot.matches('left'));
  expect(kept).toEqual([{ ref: 'abc', draft: { email: 'grace@example.com' } }]);
  expect(sent).toEqual(['invitation.cancelled']);
});
