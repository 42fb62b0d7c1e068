import { projectListMachine } from '../../../src/machines/projects/projectList/projectList.machine.ts';
import { screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const projectListModel: Model<typeof projectListMachine> = {
  machine: projectListMachine,
  input: (_, port) => screenInput({ parent: port }),
  events: { 'projects.seen': [], 'projects.missed': [] },
  answers: {
    projects: [
      { sends: { type: 'projects.seen', isAtWork: true } },
      { sends: { type: 'projects.seen', isAtWork: false } },
      { sends: { type: 'projects.missed' } },
    ],
    search: [],
  },
  distinguish: () => null,
  invariants: [
    {
      says: 'It is read again by itself only while the platform is at work on a project, and not while it is being read.',
      holds: (snapshot, { timers }) => timers > 0 === snapshot.matches({ following: 'pausing' }),
    },
    {
      says: 'Nothing but the list is read again.',
      holds: (_, { sent }) =>
        sent.every(({ event }) => event.type !== 'resource.invalidated' || String(event['names']) === 'projects'),
    },
  ],
};
