import { expect, it } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { NewProjectUser, NewUserDraft, ProjectUser } from '../../../src/contract/auth/projectUser.ts';
import { newUserMachine } from '../../../src/machines/auth/newUser/newUser.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { newUserModel } from './newUser.model.ts';

coverChart(newUserModel);

it('creates a user of a project, confirmed unless the developer wants otherwise', async () => {
  const create = held<ProjectUser, { ref: string; user: NewProjectUser }>();
  const flow = createActor(
    newUserMachine.provide({
      actors: {
        loadDraft: fromPromise<NewUserDraft | null, { ref: string }>(async () => null),
        createUser: create.logic,
      },
    }),
    {
      input: { ref: 'abc', parent: createPort(() => {}) },
    },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  flow.send({ type: 'form.submitted' });
  expect(flow.getSnapshot().context.fieldErrors).toEqual({
    email: 'Enter your email address.',
    password: 'Enter a password.',
  });
  flow.send({ type: 'field.changed', field: 'email', value: ' grace@example.com ' });
  flow.send({ type: 'field.changed', field: 'password', value: 'secret' });
  flow.send({ type: 'form.submitted' });
  expect(create.last().input).toEqual({
    ref: 'abc',
    user: { email: 'grace@example.com', password: 'secret', email_confirm: true },
  });
  create.last().fail(refusal);
  await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
  expect(flow.getSnapshot().context.values.email).toBe(' grace@example.com ');
});

it('keeps what was typed, except for the password, when it is closed', async () => {
  const kept: object[] = [];
  const sent: string[] = [];
  const flow = createActor(
    newUserMachine.provide({
      actors: {
        loadDraft: fromPromise<NewUserDraft | null, { ref: string }>(async () => null),
        keepDraft: fromPromise(async ({ input }) => void kept.push(input)),
      },
    }),
    { input: { ref: 'abc', parent: createPort(({ type }) => sent.push(type)) } },
  ).start();
  await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  flow.send({ type: 'field.changed', field: 'email', value: 'grace@example.com' });
  flow.send({ type: 'field.changed', field: 'password', value: 'secret' });
  flow.send({ type: 'field.changed', field: 'email_confirm', value: false });
  flow.send({ type: 'form.left' });
  await waitFor(flow, (snapshot) => snapshot.matches('left'));
  expect(kept).toEqual([{ ref: 'abc', draft: { email: 'grace@example.com', email_confirm: false } }]);
  expect(sent).toEqual(['creation.cancelled']);
});
