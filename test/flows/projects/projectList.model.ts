import { projectListMachine } from '../../../src/machines/projects/projectList/projectList.machine.ts';
import { orders, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const projectListModel: Model<typeof projectListMachine> = {
  machine: projectListMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'projects.loaded': [],
    'projects.loadFailed': [],
    'command.requested': [
      { type: 'command.requested', command: 'pause', project: orders },
      { type: 'command.requested', command: 'restore', project: { ...orders, status: 'INACTIVE' } },
    ],
  },
  answers: {
    projects: [
      { sends: { type: 'projects.loaded', hasTransient: true } },
      { sends: { type: 'projects.loaded', hasTransient: false } },
      { sends: { type: 'projects.loadFailed' } },
    ],
    search: [],
    code: [{ output: undefined }, { error: new Error('Failed to fetch') }],
    actions: [],
  },
  distinguish: () => null,
  invariants: [
    {
      says: 'It is read again by itself only while the platform is at work on a project, and not while it is being read.',
      holds: (snapshot, { timers }) => timers > 0 === snapshot.matches({ reading: { following: 'waiting' } }),
    },
    {
      says: 'Nothing but the list is read again.',
      holds: (_, { sent }) =>
        sent.every(({ event }) => event.type !== 'resource.invalidated' || String(event['names']) === 'projects'),
    },
  ],
};
