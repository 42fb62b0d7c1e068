import { telemetryMachine } from '../../../src/machines/ambient/telemetry/telemetry.machine.ts';
import type { Model } from '../../support/paths.ts';
import { movedTo } from '../shell/access.model.ts';

export const atProjects = movedTo('/projects', { name: 'projects', access: 'user' });
export const atProject = movedTo('/project/abc', { name: 'project', access: 'user', params: { ref: 'abc' } });

export const telemetryModel: Model<typeof telemetryMachine> = {
  machine: telemetryMachine,
  input: () => ({
    consent: false,
    agreedHere: false,
    userId: null,
    location: null,
    route: null,
    resources: { watch: () => () => {} },
  }),
  events: {
    'session.began': [{ type: 'session.began', userId: 'ada' }],
    'session.ended': [{ type: 'session.ended', reason: 'signedOut' }],
    'consent.changed': [
      { type: 'consent.changed', consent: true, here: true },
      { type: 'consent.changed', consent: true, here: false },
      { type: 'consent.changed', consent: false, here: false },
    ],
    'route.changed': [atProjects, atProject],
    'event.recorded': [
      { type: 'event.recorded', action: 'ui_preview_enabled', properties: { feature: 'apiSidePanel' } },
    ],
    'page.left': [],
  },
  answers: {
    message: [{ output: undefined }, { error: new Error('not sent') }],
    organization: [{ output: 'acme' }, { output: null }, { error: new Error('no list') }],
    leaving: [{ sends: { type: 'page.left' } }, { error: new Error('no such event here') }],
  },
  // Which messages wait makes no difference to where a path can go, only whether some do.
  distinguish: ({ userId, location, reportedPath, queue, groups }) => [
    userId !== null,
    location !== null,
    location?.path === reportedPath,
    Math.min(queue.length, 2),
    groups.project_ref !== undefined,
  ],
  limit: 20_000,
  invariants: [
    {
      says: 'Without consent nothing is sent, and nothing waits to be.',
      when: (snapshot) => snapshot.matches('inactive'),
      holds: ({ context }, { awaited }) => !awaited.includes('message') && context.queue.length === 0,
    },
    {
      says: 'One message is sent at a time, the oldest first.',
      when: (_, { awaited }) => awaited.includes('message'),
      holds: ({ context }, { given }) => (given('message') as { message: unknown }).message === context.queue[0],
    },
    {
      says: 'Whose project it is is asked only at a project, and only while something may be told.',
      when: (_, { awaited }) => awaited.includes('organization'),
      holds: (snapshot) => snapshot.matches('active') && snapshot.context.groups.project_ref !== undefined,
    },
    {
      says: 'Nothing is told of a user who has gone.',
      when: (_, { event }) => event?.type === 'session.ended',
      holds: ({ context }) => context.userId === null,
    },
  ],
};
