import { appMachine } from '../../src/machines/app/app.machine.ts';
import { config, orders } from '../fixtures/screen.ts';
import type { Model } from '../support/paths.ts';
import { movedTo } from './access.model.ts';

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
    'resource.patched': [{ type: 'resource.patched', names: ['projects'], where: { ref: orders.ref }, patch: { status: 'PAUSING' } }],
    'session.refused': [{ type: 'session.refused', failure: { code: 401, message: 'Who are you?' } }],
    'signOut.requested': [{ type: 'signOut.requested', scope: 'global' }],
    'route.changed': [], 'screen.opened': [], 'screen.closed': [], 'session.retried': [], 'session.began': [], 'session.ended': [],
  },
  answers: {
    theme: [broken], toasts: [broken], clipboard: [broken], cache: [broken], screen: [broken], profile: [broken], project: [broken], navigationRail: [broken], shortcuts: [broken], palette: [broken], shortcutSheet: [broken],
    access: [
      { sends: { type: 'screen.opened', target: { place: atProjects.place, route: atProjects.route } } },
      { sends: { type: 'screen.closed' } },
      { sends: { type: 'session.retried' } },
      broken,
    ],
    session: [
      { sends: { type: 'session.began', userId: 'ada' } },
      { sends: { type: 'session.ended', reason: 'signedOut' } },
      broken,
    ],
    navigation: [{ sends: atProjects }, broken],
  },
  distinguish: ({ userId, fault }) => [userId, fault !== null],
};
