import { appMachine } from '../../../src/machines/app/app.machine.ts';
import { config, orders } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';
import { movedTo } from '../shell/access.model.ts';

const atProjects = movedTo('/projects', { name: 'projects', access: 'user' });
const broken = { error: new Error('A machine has a fault.') };
const projects = { name: 'projects', params: {} } as const;

export const appModel: Model<typeof appMachine> = {
  machine: appMachine,
  input: (now) => ({ config, now }),
  events: {
    'navigation.requested': [{ type: 'navigation.requested', to: '/projects' }],
    'toast.requested': [{ type: 'toast.requested', toast: { tone: 'success', title: 'Saved' } }],
    'resource.invalidated': [{ type: 'resource.invalidated', names: ['projects'] }],
    'resource.overwritten': [{ type: 'resource.overwritten', ref: projects, data: [orders] }],
    'resource.appended': [{ type: 'resource.appended', ref: projects, entry: orders }],
    'resource.patched': [
      { type: 'resource.patched', names: ['projects'], where: { ref: orders.ref }, patch: { status: 'PAUSING' } },
    ],
    'resource.changed': [{ type: 'resource.changed', names: ['projects'] }],
    'session.refused': [{ type: 'session.refused', failure: { code: 401, message: 'Who are you?' } }],
    'event.recorded': [{ type: 'event.recorded', action: 'saved' }],
    'choice.made': [{ type: 'choice.made', choice: true }],
    'privacy.opened': [{ type: 'privacy.opened' }],
    'previews.opened': [{ type: 'previews.opened' }],
    'workspace.retried': [{ type: 'workspace.retried' }],
    'signOut.requested': [{ type: 'signOut.requested', scope: 'global' }],
    'consent.changed': [],
    'route.changed': [],
    'page.changed': [],
    'screen.opened': [],
    'screen.closed': [],
    'session.retried': [],
    'session.began': [],
    'session.unverified': [],
    'session.ended': [],
  },
  answers: {
    connection: [broken],
    deferredServices: [broken],
    consent: [{ sends: { type: 'consent.changed', consent: true, here: true } }, broken],
    appearance: [broken],
    toasts: [broken],
    clipboard: [broken],
    cache: [broken],
    screen: [broken],
    workspaceChunk: [{ output: undefined }, { error: new Error('The chunk did not arrive.') }],
    reach: [
      { output: { isServerReachable: true } },
      { output: { isServerReachable: false } },
      { error: new Error('It was not asked.') },
    ],
    return: [{ output: undefined }, { error: new Error('It was not asked.') }],
    workspace: [{ output: { code: 500, message: 'A machine has a fault.' } }, broken],
    access: [
      { sends: { type: 'screen.opened', target: { location: atProjects.location, route: atProjects.route } } },
      { sends: { type: 'screen.closed' } },
      { sends: { type: 'session.retried' } },
      broken,
    ],
    session: [
      { sends: { type: 'session.began', userId: 'ada' } },
      { sends: { type: 'session.unverified' } },
      { sends: { type: 'session.ended', reason: 'signedOut' } },
      broken,
    ],
    navigation: [{ sends: atProjects }, { sends: { type: 'page.changed' } }, broken],
  },
  distinguish: ({ userId, failure, fault }) => [userId, failure !== null, fault !== null],
  invariants: [
    {
      says: 'It is known who is signed in exactly while somebody is.',
      when: (snapshot) => snapshot.matches('running'),
      holds: (snapshot) => (snapshot.context.userId !== null) === snapshot.matches({ running: 'signedIn' }),
    },
    {
      says: 'Nothing of one user is left for the next: whenever another person or nobody is signed in, the cache is emptied.',
      when: (snapshot, { before }) =>
        before !== null && before.context.userId !== snapshot.context.userId && snapshot.matches('running'),
      holds: (_, { sent }) => sent.some(({ to, event }) => to === 'cache' && event.type === 'cache.emptied'),
    },
    {
      says: 'The workspace runs only while a user is signed in, and is loaded once at a time.',
      when: (snapshot) => snapshot.matches('running'),
      holds: (snapshot, { awaited }) =>
        awaited.includes('workspace') === snapshot.matches({ running: { signedIn: 'working' } }) &&
        awaited.includes('workspaceChunk') === snapshot.matches({ running: { signedIn: 'loading' } }),
    },
    {
      says: 'Why the workspace is missing is known as long as it is.',
      when: (snapshot) => snapshot.matches({ running: { signedIn: 'missing' } }),
      holds: ({ context }) => context.failure !== null,
    },
    {
      says: 'When a machine has a fault, nothing runs any more, and it is known why.',
      when: (snapshot) => snapshot.matches('broken'),
      holds: ({ context }, { awaited }) => context.fault !== null && awaited.length === 0,
    },
  ],
};
