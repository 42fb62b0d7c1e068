import { expect, it } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { ProjectUser } from '../../../src/contract/auth/projectUser.ts';
import { userPasswordMachine } from '../../../src/machines/auth/userPassword/userPassword.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { grace } from './newUser.model.ts';
import { userPasswordModel } from './userPassword.model.ts';

coverChart(userPasswordModel);

it('gives a user a new password, and tells the page of the user', async () => {
  const save = held<ProjectUser, { ref: string; id: string; password: string }>();
  const heard: unknown[] = [];
  const flow = createActor(userPasswordMachine.provide({ actors: { setPassword: save.logic } }), {
    input: { ref: 'abc', id: grace.id, parent: createPort((event) => heard.push(event)) },
  }).start();
  flow.send({ type: 'form.submitted' });
  expect(flow.getSnapshot().context.fieldErrors).toEqual({ password: 'Enter a password.' });
  flow.send({ type: 'field.changed', field: 'password', value: 'secret words' });
  flow.send({ type: 'form.submitted' });
  expect(save.last().input).toEqual({ ref: 'abc', id: grace.id, password: 'secret words' });
  save.last().fail(refusal);
  await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
  expect(flow.getSnapshot().context.values.password).toBe('secret words');
  flow.send({ type: 'form.submitted' });
  save.last().answer(grace);
  await waitFor(flow, (snapshot) => snapshot.matches('saved'));
  expect(heard).toEqual([{ type: 'password.saved' }]);
});
