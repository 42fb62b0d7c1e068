import { projectStatusMachine } from '../../../src/machines/projects/projectStatus/projectStatus.machine.ts';
import { orders, ordersDetail, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const projectStatusModel: Model<typeof projectStatusMachine> = {
  machine: projectStatusMachine,
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: orders.ref } }),
  events: {
    'page.changed': [{ type: 'page.changed' }],
    'project.loaded': [],
    'project.loadFailed': [],
    'project.pushed': [],
    'feed.ended': [],
  },
  answers: {
    project: [
      { sends: { type: 'project.loaded', project: ordersDetail('COMING_UP') } },
      { sends: { type: 'project.loaded', project: ordersDetail('PAUSING') } },
      { sends: { type: 'project.loaded', project: ordersDetail('RESTORING') } },
      { sends: { type: 'project.loaded', project: ordersDetail('ACTIVE_HEALTHY') } },
      { sends: { type: 'project.loadFailed', failure: { code: 500, message: 'An error has occurred: offline' } } },
      { sends: { type: 'project.loadFailed', failure: { code: 404, message: 'This project does not exist' } } },
    ],
    feed: [
      { sends: { type: 'project.pushed', project: ordersDetail('COMING_UP') } },
      { sends: { type: 'project.pushed', project: ordersDetail('INACTIVE') } },
      { sends: { type: 'feed.ended', failure: null } },
      { sends: { type: 'feed.ended', failure: { code: 404, message: 'There is no such endpoint.' } } },
    ],
    actions: [],
  },
  distinguish: ({ status }) => status === 'RESTORING',
  invariants: [
    {
      says: 'It is read again by itself only while the platform is at work on it, and not while it is being read.',
      holds: (snapshot, { timers }) =>
        timers > 0 ===
        (snapshot.matches({ working: { reading: { polling: 'waiting' } } }) ||
          snapshot.matches({ working: { reading: { following: 'waiting' } } })),
    },
    {
      says: 'Its feed is followed only while the platform is at work on it.',
      holds: (snapshot, { awaited }) => awaited.includes('feed') === snapshot.matches({ working: { feed: 'open' } }),
    },
    {
      says: 'Only the project of the address is read again.',
      when: (_, { sent }) =>
        sent.some(({ event }) => event.type === 'resource.invalidated' && event['params'] !== undefined),
      holds: ({ context }, { sent }) =>
        sent.every(
          ({ event }) => event['params'] === undefined || (event['params'] as { ref: string }).ref === context.ref,
        ),
    },
  ],
};
