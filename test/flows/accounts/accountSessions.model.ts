import type { AccountSession } from '../../../src/contract/accounts/accountSession.ts';
import { accountSessionsMachine } from '../../../src/machines/accounts/accountSessions/accountSessions.machine.ts';
import { refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const laptop: AccountSession = {
  id: 'session-1',
  current: true,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  ip: '192.0.2.1',
  created_at: '2026-01-01T00:00:00Z',
  last_seen_at: '2026-01-02T00:00:00Z',
};
export const mobile: AccountSession = {
  ...laptop,
  id: 'session-2',
  current: false,
  user_agent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
};

export const accountSessionsModel: Model<typeof accountSessionsMachine> = {
  machine: accountSessionsMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'end.requested': [{ type: 'end.requested', session: mobile }],
    'others.requested': [{ type: 'others.requested' }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
  },
  answers: {
    end: [{ output: undefined }, { error: refusal }],
    othersEnd: [{ output: undefined }, { error: refusal }],
  },
  distinguish: ({ confirmFailure }) => confirmFailure !== null,
  invariants: [
    {
      says: 'No device is signed out that the user was not asked about.',
      when: (_, { awaited }) => awaited.length > 0,
      holds: (snapshot, { before }) =>
        snapshot.value === before?.value ||
        (snapshot.matches('ending') && before?.matches('confirmingEnd') === true) ||
        (snapshot.matches('endingOthers') && before?.matches('confirmingOthersEnd') === true),
    },
    {
      says: 'The list is read again once a device is signed out, in every tab.',
      when: (snapshot, { before }) =>
        snapshot.matches('idle') && (before?.matches('ending') === true || before?.matches('endingOthers') === true),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'resource.changed'),
    },
  ],
};
