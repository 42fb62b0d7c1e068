import type { ProjectUserDetail } from '../../../src/contract/auth/projectUser.ts';
import { projectUserMachine } from '../../../src/machines/auth/projectUser/projectUser.machine.ts';
import type { UserAction } from '../../../src/machines/auth/projectUser/userAction.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { grace } from './newUser.model.ts';

const moment = '2026-01-01T00:00:00Z';
export const graceInFull: ProjectUserDetail = {
  ...grace,
  email_confirmed_at: null,
  phone_confirmed_at: null,
  invited_at: moment,
  is_anonymous: false,
  user_metadata: { name: 'Grace' },
  app_metadata: { provider: 'email', providers: ['email'] },
  identities: [
    { identity_id: 'i1', provider: 'email', email: grace.email, created_at: moment, last_sign_in_at: moment },
  ],
  factors: [{ id: 'f1', friendly_name: 'Phone', factor_type: 'totp', status: 'verified', created_at: moment }],
  sessions: ['s1', 's2'].map((id) => ({
    id,
    aal: 'aal1' as const,
    user_agent: `${id}/1`,
    ip: '192.0.2.1',
    created_at: moment,
    last_seen_at: moment,
  })),
};

/** One of each kind, by its button on the page. */
export const actions: readonly (readonly [button: string, action: UserAction])[] = [
  ['Send password reset…', { kind: 'email', email: 'recovery' }],
  ['Send sign-in link…', { kind: 'email', email: 'magiclink' }],
  ['Send confirmation…', { kind: 'email', email: 'confirmation' }],
  ['Confirm address…', { kind: 'confirmation' }],
  ['Ban user…', { kind: 'ban', banned: true }],
  ['Remove…', { kind: 'factor', factor: graceInFull.factors[0]! }],
  ['End…', { kind: 'session', session: graceInFull.sessions[0]! }],
  ['End all sessions…', { kind: 'sessions' }],
  ['Delete user…', { kind: 'deletion' }],
];

export const projectUserModel: Model<typeof projectUserMachine> = {
  machine: projectUserMachine,
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: 'abc', id: grace.id } }),
  events: {
    'user.retried': [{ type: 'user.retried' }],
    'action.requested': [
      { type: 'action.requested', action: { kind: 'ban', banned: true } },
      { type: 'action.requested', action: { kind: 'deletion' } },
    ],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
    'metadata.opened': [{ type: 'metadata.opened' }],
    'password.opened': [{ type: 'password.opened' }],
    'form.cancelled': [{ type: 'form.cancelled' }],
    'metadata.saved': [],
    'password.saved': [],
    'user.changed': [],
    'project.opened': [],
  },
  answers: {
    project: [{ sends: { type: 'project.opened' } }],
    read: [{ output: graceInFull }, { error: refusal }],
    metadata: [{ sends: { type: 'metadata.saved' } }, { sends: { type: 'form.cancelled' } }],
    password: [{ sends: { type: 'password.saved' } }],
    act: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ user, asked }) => [user !== null, asked?.kind === 'deletion'],
  invariants: [
    {
      says: 'Nothing is done that the user was not asked about.',
      when: (snapshot, { before }) =>
        snapshot.matches({ work: 'acting' }) && before?.matches({ work: 'acting' }) !== true,
      holds: (_, { before }) => before?.matches({ work: 'confirming' }) === true,
    },
    {
      says: 'After a change, the user is read again.',
      when: (snapshot, { before }) =>
        snapshot.matches({ work: 'idle' }) && before?.matches({ work: 'acting' }) === true,
      holds: (snapshot) => snapshot.matches({ user: 'reading' }),
    },
  ],
};
