import { docsPage, recentCommandsKept } from '../../../src/contract/shell/palette.ts';
import type { LazyLogicInput } from '../../../src/machines/parts/lazyLogic.ts';
import { paletteMachine } from '../../../src/machines/shell/palette/palette.machine.ts';
import type { Model } from '../../support/paths.ts';

export const paletteModel: Model<typeof paletteMachine> = {
  machine: paletteMachine,
  input: (_, port) => ({ port }),
  events: {
    'palette.opened': [{ type: 'palette.opened' }, { type: 'palette.opened', page: 'theme' }],
    'palette.toggled': [{ type: 'palette.toggled' }],
    'palette.closed': [{ type: 'palette.closed' }],
    'query.changed': [{ type: 'query.changed', query: 'dark' }],
    'entry.highlighted': [{ type: 'entry.highlighted', id: 'theme:light' }],
    'page.entered': [
      { type: 'page.entered', page: 'theme' },
      { type: 'page.entered', page: docsPage, query: 'policies' },
    ],
    'page.left': [{ type: 'page.left' }],
    'command.chosen': [{ type: 'command.chosen', id: 'theme:dark' }],
    'page.changed': [{ type: 'page.changed' }],
    'recent.loaded': [],
  },
  answers: {
    chunk: [{ output: undefined }, { error: new Error('offline') }],
    docsChunk: [{ output: undefined }, { error: new Error('offline') }],
    docsSearch: [],
    early: [{ output: undefined }, { error: new Error('offline') }],
    storage: [{ sends: { type: 'recent.loaded', commands: ['theme:light'] } }, { error: new Error('no storage here') }],
  },
  // Whether there is a way back, and whether it leads out of the docs search. What is typed or remembered changes
  // nothing about where one can go.
  distinguish: ({ levels }) => ({
    nested: levels.length > 1,
    atDocs: levels.at(-1)?.page === docsPage,
    behind: levels.at(-2)?.page === docsPage,
  }),
  invariants: [
    {
      says: 'It never stays open over another page.',
      when: (_, { event }) => event?.type === 'page.changed',
      holds: (snapshot) => snapshot.matches('closed'),
    },
    {
      says: 'Every press of its key turns it from closed to open or on its way there, and back.',
      when: (_, { event }) => event?.type === 'palette.toggled',
      holds: (snapshot, { before }) => snapshot.matches('closed') !== before?.matches('closed'),
    },
    {
      says: 'Nothing that was typed is left when it is closed.',
      holds: (snapshot) => snapshot.matches('closed') === (snapshot.context.levels.length === 0),
    },
    {
      says: 'The docs search starts with what was typed by then.',
      when: (snapshot, { before }) =>
        snapshot.matches({ open: 'searchingDocs' }) && before?.matches({ open: 'loadingDocs' }) === true,
      holds: ({ context }, { awaited, given }) =>
        awaited.includes('docsSearch') &&
        (given('docsSearch') as LazyLogicInput<{ query: string }>).input.query === context.levels.at(-1)?.query,
    },
    {
      says: 'The page of the docs never lists commands.',
      when: ({ context }) => context.levels.at(-1)?.page === docsPage,
      holds: (snapshot) => !snapshot.matches({ open: 'choosing' }),
    },
    {
      says: 'The commands that were chosen last are few, and each is there once.',
      holds: ({ context: { recent } }) => recent.length <= recentCommandsKept && new Set(recent).size === recent.length,
    },
    {
      says: 'What is chosen is remembered on this computer in the same step, as long as there is a storage.',
      when: (_, { event, awaited }) => event?.type === 'command.chosen' && awaited.includes('storage'),
      holds: ({ context }, { sent }) =>
        sent.some(({ to, event }) => to === 'storage' && event['commands'] === context.recent),
    },
  ],
};
