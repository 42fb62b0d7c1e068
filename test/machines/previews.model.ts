import { previewsMachine } from '../../src/machines/previews/previews.machine.ts';
import type { Model } from '../support/paths.ts';

export const previewsModel: Model<typeof previewsMachine> = {
  machine: previewsMachine,
  input: (_, port) => ({ parent: port, opened: false }),
  events: {
    'previews.found': [],
    'previews.opened': [{ type: 'previews.opened' }],
    'previews.closed': [{ type: 'previews.closed' }],
    'preview.chosen': [{ type: 'preview.chosen', id: 'columnPrivileges' }],
    'preview.toggled': [{ type: 'preview.toggled' }],
  },
  answers: {
    storage: [
      { sends: { type: 'previews.found', enabled: { apiSidePanel: true, columnPrivileges: false, functionsAssistant: false } } },
      { error: new Error('no storage here') },
    ],
  },
  distinguish: ({ chosen, enabled }) => [chosen, enabled[chosen] === true],
};
