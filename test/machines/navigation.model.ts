import type { RouteChanged } from '../../src/machines/navigation/location.ts';
import { navigationMachine } from '../../src/machines/navigation/navigation.machine.ts';
import type { Model } from '../support/paths.ts';

export const atProjects: RouteChanged = {
  type: 'route.changed',
  place: { path: '/projects', query: {}, href: '/projects' },
  route: { name: 'projects', access: 'user', checked: true, params: {} },
};

export const navigationModel: Model<typeof navigationMachine> = {
  machine: navigationMachine,
  input: (_, parent) => ({ parent }),
  events: {
    'navigation.requested': [{ type: 'navigation.requested', to: '/projects' }, { type: 'navigation.requested', to: '/sign-in', replace: true }],
    'route.changed': [],
  },
  answers: { location: [{ sends: atProjects }, { error: new Error('no history') }] },
};
