import type { ProjectUser } from '../../../src/contract/auth/projectUser.ts';
import { projectUsersMachine } from '../../../src/machines/auth/projectUsers/projectUsers.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { grace } from './newUser.model.ts';

export const banned: ProjectUser = {
  ...grace,
  id: '7f0a3a5e-6d0c-4c0e-9a53-6a4f3f3f3f3f',
  email: 'mallory@example.com',
  confirmed_at: null,
  banned_until: '2126-01-01T00:00:00Z',
};

export const projectUsersModel: Model<typeof projectUsersMachine> = {
  machine: projectUsersMachine,
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: 'abc' } }),
  events: {
    'filter.changed': [{ type: 'filter.changed', filter: 'grace' }],
    'order.chosen': [{ type: 'order.chosen', order: 'oldest' }],
    'columns.chosen': [{ type: 'columns.chosen', columns: ['name', 'id'] }],
    'columns.found': [],
    'search.found': [],
    'more.requested': [{ type: 'more.requested' }],
    'list.retried': [{ type: 'list.retried' }],
    'creation.requested': [{ type: 'creation.requested' }],
    'creation.cancelled': [],
    'invitation.requested': [{ type: 'invitation.requested' }],
    'invitation.cancelled': [],
    'ban.requested': [
      { type: 'ban.requested', user: grace },
      { type: 'ban.requested', user: banned },
    ],
    'deletion.requested': [{ type: 'deletion.requested', user: grace }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'user.created': [],
    'user.invited': [],
    'list.changed': [],
    'project.opened': [],
  },
  answers: {
    project: [{ sends: { type: 'project.opened' } }],
    view: [
      { sends: { type: 'search.found', search: { filter: 'gra', order: 'oldest', listed: 150 } } },
      { sends: { type: 'columns.found', columns: ['phone'] } },
      { sends: { type: 'columns.found', columns: null } },
      { error: refusal },
    ],
    users: [
      { output: { users: [grace, banned], total: 3, next: banned.id } },
      { output: { users: [grace, banned], total: 2, next: null } },
      { error: refusal },
    ],
    more: [{ output: { users: [], total: 2, next: null } }, { error: refusal }],
    newUser: [{ sends: { type: 'user.created' } }, { sends: { type: 'creation.cancelled' } }],
    invitation: [{ sends: { type: 'user.invited' } }, { sends: { type: 'invitation.cancelled' } }],
    ban: [{ output: banned }, { error: refusal }],
    deletion: [{ output: undefined }, { error: refusal }],
  },
  // What is listed and who is chosen changes nothing about where one can go.
  distinguish: ({ next }) => next !== null,
  invariants: [
    {
      says: 'Nobody is banned or deleted whom the user was not asked about.',
      when: (_, { awaited }) => awaited.includes('ban') || awaited.includes('deletion'),
      holds: (snapshot, { before }) =>
        (snapshot.matches({ work: 'banning' }) &&
          (before?.matches({ work: 'confirmingBan' }) === true || before?.matches({ work: 'banning' }) === true)) ||
        (snapshot.matches({ work: 'deleting' }) &&
          (before?.matches({ work: 'confirmingDeletion' }) === true || before?.matches({ work: 'deleting' }) === true)),
    },
    {
      says: 'After a user was changed or deleted, the list is read again.',
      when: (snapshot, { before }) =>
        snapshot.matches({ work: 'idle' }) &&
        (before?.matches({ work: 'banning' }) === true || before?.matches({ work: 'deleting' }) === true),
      holds: (snapshot) => snapshot.matches({ list: 'reading' }),
    },
  ],
};
