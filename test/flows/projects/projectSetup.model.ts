import { projectSetupMachine } from '../../../src/machines/projects/projectSetup/projectSetup.machine.ts';
import { orders, ordersDetail, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const projectSetupModel: Model<typeof projectSetupMachine> = {
  machine: projectSetupMachine,
  input: (now, port) => screenInput({ now, port, params: { ref: orders.ref } }),
  events: { 'project.loaded': [], 'project.loadFailed': [], 'reading.retried': [{ type: 'reading.retried' }] },
  answers: {
    project: [
      { sends: { type: 'project.loaded', project: ordersDetail('COMING_UP') } },
      {
        sends: {
          type: 'project.loaded',
          project: { ...ordersDetail('COMING_UP'), setup: { ended_ms: [420], elapsed_ms: 600 } },
        },
      },
      { sends: { type: 'project.loaded', project: ordersDetail('INIT_FAILED', 'The disk is full.') } },
      { sends: { type: 'project.loaded', project: ordersDetail('ACTIVE_HEALTHY') } },
      { sends: { type: 'project.loadFailed', failure: { code: 500, message: 'An error has occurred: offline' } } },
    ],
  },
  distinguish: ({ project, failure }) => [project === null, project?.setup != null, failure === null],
  invariants: [
    {
      says: 'A project that was seen once is not called unreadable.',
      when: ({ context }) => context.project !== null,
      holds: (snapshot) => !snapshot.matches('unreadable'),
    },
    {
      says: 'It leaves for the project’s home only when the project is built, and the way back does not lead here.',
      when: (_, { sent }) => sent.some(({ event }) => event.type === 'navigation.requested'),
      holds: (snapshot, { sent }) =>
        snapshot.matches('built') &&
        sent.every(({ event }) => event.type !== 'navigation.requested' || event['replace'] === true),
    },
  ],
};
