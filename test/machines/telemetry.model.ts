import { telemetryMachine } from '../../src/machines/telemetry/telemetry.machine.ts';
import type { Model } from '../support/paths.ts';
import { movedTo } from './access.model.ts';

export const atProjects = movedTo('/projects', { name: 'projects', access: 'user' });
export const atProject = movedTo('/project/abc', { name: 'project', access: 'user', params: { ref: 'abc' } });

export const telemetryModel: Model<typeof telemetryMachine> = {
  machine: telemetryMachine,
  input: () => ({ consent: false, userId: null, place: null, route: null }),
  events: {
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.ended': [{ type: 'session.ended', reason: 'signedOut' }],
    'consent.changed': [
      { type: 'consent.changed', consent: true, here: true },
      { type: 'consent.changed', consent: true, here: false },
      { type: 'consent.changed', consent: false, here: false },
    ],
    'route.changed': [atProjects, atProject],
    'event.recorded': [{ type: 'event.recorded', action: 'ui_preview_enabled', properties: { feature: 'apiSidePanel' } }],
    'page.left': [],
  },
  answers: {
    message: [{ output: undefined }, { error: new Error('not sent') }],
    leaving: [{ sends: { type: 'page.left' } }, { error: new Error('no such event here') }],
  },
  // Which messages wait makes no difference to where a path can go, only whether some do.
  distinguish: ({ userId, place, toldPath, queue }) => [userId !== null, place !== null, place?.path === toldPath, Math.min(queue.length, 2)],
  limit: 20_000,
};
