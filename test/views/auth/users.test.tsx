import { fireEvent, render, screen } from '@testing-library/react';
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

it('shows what is chosen of each user, under its name', async () => {
  const flow = createActor(
    projectUsersMachine.provide({
      actors: {
        watchUsable: fromCallback(({ sendBack }) => sendBack({ type: 'project.opened' })),
        keepColumns: fromCallback(() => {}),
        readUsers: fromPromise<ProjectUserPage, UserListPage>(async () => ({ users: [grace], total: 1, next: null })),
      },
    }),
    { input: { ...screenInput(), params: { ref: 'abc' } } },
  ).start();
  render(
    <InApp app={startTestApp()}>
      <Users flow={flow} projectRef="abc" />
    </InApp>,
  );
  const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
  await screen.findByRole('rowheader');
  expect(headers()).toEqual(['User', 'Providers', 'Created', 'Last sign-in', 'Actions']);
  expect(screen.queryByText(grace.name)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'View' }));
  fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Name' }));
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Created' }));
  expect(headers()).toEqual(['User', 'Name', 'Providers', 'Last sign-in', 'Actions']);
  expect(screen.getByRole('cell', { name: grace.name })).toBeTruthy();
  flow.stop();
});
