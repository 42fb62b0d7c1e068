import { assuranceOf, awaitsFactor, userIdOf } from '../../../src/contract/accounts/session.ts';
import { FailureError } from '../../../src/contract/common/failureError.ts';
import { sessionMachine } from '../../../src/machines/accounts/session/session.machine.ts';
import { sessionUntil } from '../../fixtures/session.ts';
import type { Model } from '../../support/paths.ts';

/** Lasts for one tick after its first, and is refreshed at the second. */
export const lasting = sessionUntil(130);
const verified = sessionUntil(130, { aal: 'aal2' });
/** Of a user who has added a second factor. */
const awaiting = sessionUntil(130, { factors: ['verified'] });
/** Bob's token is nearly spent when it comes. */
const another = sessionUntil(20, { user: 'bob' });
const expired = sessionUntil(5);

export const retryable = Object.assign(new FailureError({ code: 503, message: 'Not now.' }), { retryable: true });
export const final = Object.assign(new FailureError({ code: 'refresh_token_not_found', message: 'Never again.' }), {
  retryable: false,
});
const offline = new FailureError({ code: 500, message: 'An error has occurred: offline', requestId: 'req-9' });

export const sessionModel: Model<typeof sessionMachine> = {
  machine: sessionMachine,
  input: (now, port) => ({ now, port }),
  events: {
    'session.changed': [],
    'session.removed': [],
    'locks.unsupported': [],
    'session.unpersisted': [],
    'token.needed': [{ type: 'token.needed' }],
    'session.refused': [{ type: 'session.refused' }],
    'signOut.requested': [
      { type: 'signOut.requested', scope: 'local' },
      { type: 'signOut.requested', scope: 'others' },
    ],
    'session.retried': [{ type: 'session.retried' }],
  },
  answers: {
    tabs: [
      { sends: { type: 'session.changed', session: verified } },
      { sends: { type: 'session.changed', session: awaiting } },
      { sends: { type: 'session.changed', session: another } },
      { sends: { type: 'session.removed' } },
      { sends: { type: 'locks.unsupported' } },
      { sends: { type: 'session.unpersisted' } },
      { error: new Error('no channel') },
    ],
    stored: [{ output: lasting }, { output: expired }, { output: null }, { error: new Error('blocked') }],
    refresh: [{ output: lasting }, { error: retryable }, { error: final }],
    others: [{ output: undefined }, { error: offline }],
    revocation: [{ output: undefined }, { error: offline }],
    forgetting: [{ output: undefined }, { error: new Error('blocked') }],
  },
  // What the guards read: whose the session is, how sure, and whether its token is due or needed at once.
  distinguish: ({ session }, now) =>
    session && [
      session.user?.id,
      assuranceOf(session),
      awaitsFactor(session),
      session.expires_at * 1000 - now <= 90_000,
      session.expires_at * 1000 - now < 30_000,
    ],
  invariants: [
    {
      says: 'A session is announced only with a token in hand, and by the name of its user.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'session.began'),
      holds: (snapshot, { sent }) =>
        snapshot.matches('present') &&
        snapshot.context.session !== null &&
        sent.every(
          ({ event }) =>
            event.type !== 'session.began' ||
            event['userId'] === (snapshot.context.session && userIdOf(snapshot.context.session)),
        ),
    },
    {
      says: 'A session that awaits a second factor is not announced as one that may be used.',
      when: (snapshot) => snapshot.matches({ present: { assurance: 'awaitingFactor' } }),
      holds: (_, { sent }) => !sent.some(({ event }) => event.type === 'session.began'),
    },
    {
      says: 'The end of a session is told once, in the step in which it ends.',
      when: (snapshot, { before }) => before !== null && !before.matches('none') && snapshot.matches('none'),
      holds: ({ context }, { sent }) =>
        context.session === null && sent.filter(({ event }) => event.type === 'session.ended').length === 1,
    },
    {
      says: 'No failure that may pass takes a session away: it is kept until the server, the user or another tab ends it.',
      when: (snapshot, { before }) => before?.context.session != null && snapshot.context.session === null,
      holds: (snapshot, { before }) =>
        snapshot.matches('none') &&
        before !== null &&
        (before.matches('leaving') ||
          before.matches('refused') ||
          before.matches('present') ||
          before.matches('restoring')),
    },
    {
      says: 'Whoever signs out their other devices is told how that went, whatever happens to the token meanwhile.',
      when: (snapshot, { before }) =>
        before?.matches({ present: { otherDevices: 'signingOut' } }) === true &&
        snapshot.matches({ present: { otherDevices: 'untouched' } }) &&
        userIdOf(snapshot.context.session!) === userIdOf(before.context.session!),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'toast.requested'),
    },
    {
      says: 'While it backs off, nothing is asked of the server with the old token.',
      when: (snapshot) =>
        snapshot.matches({ restoring: 'backingOff' }) || snapshot.matches({ present: { token: 'backingOff' } }),
      holds: (_, { awaited, timers }) => !awaited.includes('refresh') && timers > 0,
    },
  ],
};
