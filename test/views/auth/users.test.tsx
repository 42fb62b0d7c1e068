import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { ProjectUserPage } from '../../../src/contract/auth/projectUser.ts';
import {
  projectUsersMachine,
  type UserListPage,
} from '../../../src/machines/auth/projectUsers/projectUsers.machine.ts';
import { Users } from '../../../src/views/auth/Users.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { screenInput } from '../../fixtures/screen.ts';
import { grace } from '../../flows/auth/newUser.model.ts';

const showUsers = (readUsers: () => ProjectUserPage) => {
  const flow = createActor(
    projectUsersMachine.provide({
      actors: {
        watchUsable: fromCallback(({ sendBack }) => sendBack({ type: 'project.opened' })),
        keepView: fromCallback(() => {}),
        readUsers: fromPromise<ProjectUserPage, UserListPage>(async () => readUsers()),
      },
    }),
    { input: { ...screenInput(), params: { ref: 'abc' } } },
  ).start();
  render(
    <InApp app={startTestApp()}>
      <Users flow={flow} projectRef="abc" />
    </InApp>,
  );
  return flow;
};

it('says how many users a search found, as far as the server counts them', async () => {
  let total = 2_500_000;
  const flow = showUsers(() => ({ users: [grace], total, next: null }));
  expect(await screen.findByText('2,500,000 users.')).toBeTruthy();
  for (const [found, text] of [
    [1, '1 user found.'],
    [1_000, '1,000 users found.'],
    [1_001, 'More than 1,000 users found.'],
  ] as const) {
    total = found;
    flow.send({ type: 'filter.changed', filter: text });
    expect(await screen.findByText(text)).toBeTruthy();
  }
  cleanup();
  flow.stop();
});

it('shows what is chosen of each user, under its name', async () => {
  const flow = showUsers(() => ({ users: [grace], total: 1, next: null }));
  const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
  await screen.findByRole('rowheader');
  expect(headers()).toEqual(['User', 'Providers', 'Created', 'Last sign-in', 'Actions']);
  expect(screen.queryByText(grace.name)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'View' }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Name' }));
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Created' }));
  expect(headers()).toEqual(['User', 'Name', 'Providers', 'Last sign-in', 'Actions']);
  expect(screen.getByRole('cell', { name: grace.name })).toBeTruthy();
  cleanup();
  flow.stop();
});
