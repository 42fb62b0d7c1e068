import { defaultSqlSettings } from '../../../src/contract/sql/sqlEditor.ts';
import type { ScreenInput } from '../../../src/machines/parts/screen.input.ts';
import { sqlScreenMachine } from '../../../src/machines/sql/sqlScreen/sqlScreen.machine.ts';
import type { Model } from '../../support/paths.ts';

const broken = [{ error: new Error('A mistake in the chart.') }];

export const screenInput = (
  params: Record<string, string>,
  now: () => number,
  port: ScreenInput['port'],
): ScreenInput => ({
  params,
  query: {},
  port,
  now,
  config: {
    platformMode: true,
    environment: 'development',
    version: '0.0.0',
    apiUrl: '/api',
    authUrl: '/auth/v1',
    auth: { signupDisabled: false, autoconfirm: true },
    postgresVersions: ['18'],
    automaticRls: true,
    engine: 'embedded',
    inspector: false,
  },
  resources: { watch: () => () => {} },
});

export const sqlScreenModel: Model<typeof sqlScreenMachine> = {
  machine: sqlScreenMachine,
  input: (now, port) => screenInput({ ref: 'abc', id: 'q1' }, now, port),
  events: {
    'settings.changed': [{ type: 'settings.changed', settings: { rowLimit: 500 } }],
    'cursor.moved': [{ type: 'cursor.moved', cursor: { anchor: 3, head: 3 } }],
    'sheet.opened': [{ type: 'sheet.opened' }],
    'sheet.closed': [{ type: 'sheet.closed' }],
    'generation.opened': [{ type: 'generation.opened' }],
    'generation.closed': [{ type: 'generation.closed' }],
    'opening.retried': [{ type: 'opening.retried' }],
  },
  answers: {
    opening: [
      { output: { id: 'q1', settings: { ...defaultSqlSettings, editorShare: 0.6 }, cursor: null, tab: null } },
      { output: { id: 'q2', settings: defaultSqlSettings, cursor: { anchor: 1, head: 7 }, tab: null } },
      { error: new Error('This browser has no storage.') },
    ],
    draft: broken,
    run: broken,
    results: broken,
    snippets: broken,
    runningQueries: broken,
    generationChunk: [{ output: undefined }, { error: new Error('offline') }],
    generation: [],
    storage: [],
  },
  distinguish: ({ settings }) => settings.rowLimit,
  invariants: [
    {
      says: 'Code for generating SQL loads when the user asks for it.',
      when: (snapshot) => snapshot.matches({ open: { generation: 'closed' } }),
      holds: (_, { awaited }) => !awaited.some((id) => id.startsWith('generation')),
    },
    {
      says: 'The flows around a query live exactly while it is open.',
      holds: (snapshot, { awaited }) =>
        ['draft', 'run', 'results', 'snippets', 'runningQueries', 'storage'].every(
          (id) => awaited.includes(id) === snapshot.matches('open'),
        ),
    },
    {
      says: 'The storage is told of every change at once.',
      when: (_, { event }) => event?.type === 'settings.changed' || event?.type === 'cursor.moved',
      holds: (snapshot, { event, sent }) =>
        !snapshot.matches('open') || sent.some((message) => message.event.type === event!.type),
    },
    {
      says: 'The query that is open is the one that the address names.',
      when: (snapshot) => snapshot.matches('open'),
      holds: ({ context }) => context.id !== null,
    },
    {
      says: 'Where nothing can be shown there is a reason to show.',
      when: (snapshot) => snapshot.matches('broken'),
      holds: ({ context }) => context.failure !== null,
    },
  ],
};
