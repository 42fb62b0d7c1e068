import { cacheMachine } from '../../../src/machines/cache/cache/cache.machine.ts';
import { acme, orders } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

const projects = { name: 'projects', params: {} } as const;
const project = { name: 'project', params: { ref: orders.ref } } as const;
const failure = { code: 401, message: 'Who are you?' };

export const cacheModel: Model<typeof cacheMachine> = {
  machine: cacheMachine,
  input: (_, port) => ({ port }),
  events: {
    'resource.observed': [
      { type: 'resource.observed', ref: projects },
      { type: 'resource.observed', ref: project },
    ],
    'resource.released': [{ type: 'resource.released', ref: projects }],
    'resource.retried': [{ type: 'resource.retried', ref: projects }],
    'resource.invalidated': [
      { type: 'resource.invalidated', names: ['projects', 'organizations'] },
      { type: 'resource.invalidated', names: ['project'], params: { ref: orders.ref } },
    ],
    'resource.overwritten': [{ type: 'resource.overwritten', ref: projects, data: [orders] }],
    'resource.appended': [{ type: 'resource.appended', ref: projects, entry: acme }],
    'resource.patched': [
      {
        type: 'resource.patched',
        names: ['projects', 'project'],
        where: { ref: orders.ref },
        patch: { status: 'PAUSING' },
      },
    ],
    'resource.changed': [
      { type: 'resource.changed', names: ['projects'] },
      { type: 'resource.changed', names: ['projects'], onlyElsewhere: true },
    ],
    'resource.outdated': [],
    'resource.abandoned': [],
    'session.refused': [],
    'attention.returned': [],
    'cache.emptied': [{ type: 'cache.emptied' }],
  },
  answers: {
    otherTabs: [{ sends: { type: 'resource.outdated', names: ['projects'] } }, { error: new Error('no channel') }],
    attention: [{ sends: { type: 'attention.returned' } }, { error: new Error('no document') }],
    '/projects': [
      { sends: { type: 'resource.abandoned', ref: projects } },
      { sends: { type: 'session.refused', failure } },
    ],
    [`/projects/${orders.ref}`]: [{ sends: { type: 'resource.abandoned', ref: project } }],
  },
  distinguish: ({ entries }) => Object.keys(entries).toSorted(),
  invariants: [
    {
      says: 'Every resource that is held lives under its key, and none lives that is not held.',
      holds: ({ context }, { awaited }) =>
        Object.keys(context.entries).toSorted().join() ===
        awaited
          .filter((id) => id !== 'attention' && id !== 'otherTabs')
          .toSorted()
          .join(),
    },
    {
      says: 'Nothing is read that nobody has asked for: a new resource is observed, or was given its value, in the same step.',
      when: ({ context }, { before }) =>
        Object.keys(context.entries).some((key) => before !== null && !(key in before.context.entries)),
      holds: ({ context }, { before, sent }) =>
        Object.keys(context.entries)
          .filter((key) => !(key in (before?.context.entries ?? {})))
          .every((key) =>
            sent.some(
              ({ to, event }) =>
                to === key && (event.type === 'resource.observed' || event.type === 'resource.overwritten'),
            ),
          ),
    },
  ],
};
