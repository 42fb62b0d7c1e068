import { navigationMachine } from '../../../src/machines/shell/navigation/navigation.machine.ts';
import type { RouteChanged } from '../../../src/router/route.ts';
import type { Model } from '../../support/paths.ts';

export const atProjects: RouteChanged = {
  type: 'route.changed',
  location: { path: '/projects', query: {}, href: '/projects' },
  route: { name: 'projects', access: 'user', checked: true, params: {} },
};

const atOneProject: RouteChanged = {
  type: 'route.changed',
  location: { path: '/project/abc', query: {}, href: '/project/abc' },
  route: { name: 'project', access: 'user', checked: true, params: { ref: 'abc' } },
};

export const navigationModel: Model<typeof navigationMachine> = {
  machine: navigationMachine,
  input: (_, port) => ({ port }),
  events: {
    'navigation.requested': [
      { type: 'navigation.requested', to: '/projects' },
      { type: 'navigation.requested', to: '/sign-in', replace: true },
    ],
    'route.changed': [],
  },
  answers: { location: [{ sends: atProjects }, { sends: atOneProject }, { error: new Error('no history') }] },
  distinguish: ({ location }) => location?.path ?? null,
  invariants: [
    {
      says: 'Where the user is said to be is where this chart has them.',
      when: (_, { sent }) => sent.some(({ to }) => to === 'port'),
      holds: ({ context }, { sent }) =>
        sent.every(
          ({ to, event }) => to !== 'port' || event.type === 'page.changed' || event['location'] === context.location,
        ),
    },
    {
      says: 'Another page is told of exactly where the path is another one.',
      holds: ({ context }, { before, sent }) =>
        sent.some(({ event }) => event.type === 'page.changed') ===
        (context.location?.path !== before?.context.location?.path),
    },
    {
      says: 'A request to go somewhere changes nothing until the browser has gone there.',
      when: (_, { sent }) => sent.some(({ to }) => to === 'location'),
      holds: ({ context }, { before }) => context.location === before?.context.location,
    },
  ],
};
