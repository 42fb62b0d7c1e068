import type { PreviewId } from '../../../src/contract/ambient/previews.ts';
import { previewsMachine } from '../../../src/machines/ambient/previews/previews.machine.ts';
import type { Model } from '../../support/paths.ts';

export const previewsModel: Model<typeof previewsMachine> = {
  machine: previewsMachine,
  input: (_, port) => ({ port, opened: false }),
  events: {
    'previews.loaded': [],
    'previews.opened': [{ type: 'previews.opened' }],
    'previews.closed': [{ type: 'previews.closed' }],
    'preview.chosen': [{ type: 'preview.chosen', id: 'columnPrivileges' }],
    'preview.toggled': [{ type: 'preview.toggled' }],
  },
  answers: {
    storage: [
      {
        sends: {
          type: 'previews.loaded',
          enabled: { apiSidePanel: true, columnPrivileges: false, functionsAssistant: false },
        },
      },
      { error: new Error('no storage here') },
    ],
  },
  distinguish: ({ chosen, enabled }) => [chosen, enabled[chosen] === true],
  invariants: [
    {
      says: 'What is switched is stored and told in the same step, as long as there is a storage.',
      when: (_, { event, awaited }) => event?.type === 'preview.toggled' && awaited.includes('storage'),
      holds: ({ context: { enabled, chosen } }, { sent }) =>
        sent.some(
          ({ to, event }) => to === 'storage' && event['id'] === chosen && event['enabled'] === enabled[chosen],
        ) && sent.some(({ event }) => event.type === 'event.recorded'),
    },
    {
      says: 'Nothing is switched that was not chosen.',
      when: (_, { before, event }) => before !== null && event?.type !== 'previews.loaded',
      holds: ({ context: { enabled } }, { before }) =>
        Object.entries(enabled).every(
          ([id, on]) => id === before?.context.chosen || on === before?.context.enabled[id as PreviewId],
        ),
    },
  ],
};
