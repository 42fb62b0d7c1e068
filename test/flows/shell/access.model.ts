import { accessMachine } from '../../../src/machines/shell/access/access.machine.ts';
import type { RouteChanged, RouteMatch } from '../../../src/router/route.ts';
import { acme, orders } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

/** A move to an address, as the router reports it. */
export const movedTo = (
  path: string,
  route: (Pick<RouteMatch, 'name' | 'access'> & Partial<RouteMatch>) | null,
  query: Record<string, string> = {},
): RouteChanged => ({
  type: 'route.changed',
  location: {
    path,
    query,
    href: Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query).toString()}`,
  },
  route: route && { checked: true, params: {}, ...route },
});

export const lists = {
  slugs: [acme.slug],
  projects: [{ ref: orders.ref, slug: acme.slug, branchRefs: ['branchbranchbranchbr'] }],
};

export const accessModel: Model<typeof accessMachine> = {
  machine: accessMachine,
  input: (_, port) => ({ platformMode: true, organization: null, port, resources: { watch: () => () => {} } }),
  events: {
    'route.changed': [
      movedTo('/', { name: 'landing', access: 'landing' }),
      movedTo('/sign-in', { name: 'signIn', access: 'guest' }, { returnTo: '/projects' }),
      movedTo('/sign-in-mfa', { name: 'secondFactor', access: 'factor' }, { returnTo: '/projects' }),
      movedTo('/logout', { name: 'signOut', access: 'exit' }),
      movedTo('/project/elsewhere', { name: 'project', access: 'user', params: { ref: 'elsewhere' } }),
      movedTo('/org/acme/billing', { name: 'organizationBilling', access: 'user', params: { slug: 'acme' } }),
      movedTo('/org/elsewhere/billing', { name: 'organizationBilling', access: 'user', params: { slug: 'elsewhere' } }),
      movedTo('/nowhere', null),
    ],
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.unverified': [{ type: 'session.unverified' }],
    'session.ended': [
      { type: 'session.ended', reason: 'signedOut' },
      { type: 'session.ended', reason: 'refused' },
    ],
    'lists.changed': [{ type: 'lists.changed', lists: null }],
    'guard.retried': [{ type: 'guard.retried' }],
    'clearing.requested': [{ type: 'clearing.requested' }],
    'clearing.confirmed': [{ type: 'clearing.confirmed' }],
    'clearing.declined': [{ type: 'clearing.declined' }],
    'signIn.chosen': [{ type: 'signIn.chosen' }],
  },
  answers: {
    lists: [{ sends: { type: 'lists.changed', lists } }, { error: new Error('no cache') }],
    memory: [{ output: undefined }, { error: new Error('blocked') }],
    clearing: [{ output: undefined }, { error: new Error('blocked') }],
  },
  distinguish: ({ location, lists: known }) => [location?.path, known !== null],
  invariants: [
    {
      says: 'Nothing that this site stored is forgotten before somebody has confirmed it.',
      when: (_, { awaited }) => awaited.includes('clearing'),
      holds: (_, { before }) =>
        before === null ||
        before === undefined ||
        before.matches({ waiting: 'confirmingClear' }) ||
        before.matches({ waiting: 'clearing' }),
    },
    {
      says: 'Nothing is shown while nobody knows whether there is a session.',
      when: (snapshot) => snapshot.matches('waiting'),
      holds: (_, { sent }) => !sent.some(({ event }) => event.type === 'screen.opened'),
    },
    {
      says: 'What only a user may see opens only with a session, and what only a guest may see only without one.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'screen.opened'),
      holds: (snapshot) => {
        const access = snapshot.context.route?.access;
        if (access === 'user') return snapshot.matches('inside');
        if (access === 'factor') return snapshot.matches('verifying');
        return access !== 'guest' || snapshot.matches('outside');
      },
    },
    {
      says: 'What a user has is known here for no longer than they are signed in.',
      when: (snapshot) => !snapshot.matches('inside'),
      holds: ({ context }) => context.lists === null && context.organization === null,
    },
    {
      says: 'Whoever is signed out no longer sees what was on screen.',
      when: (snapshot, { before }) => before?.matches('inside') === true && !snapshot.matches('inside'),
      holds: (_, { sent }) => sent.some(({ event }) => event.type === 'screen.closed'),
    },
  ],
};
