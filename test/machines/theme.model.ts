import { themeMachine } from '../../src/machines/theme/theme.machine.ts';
import type { Model } from '../support/paths.ts';

export const themeModel: Model<typeof themeMachine> = {
  machine: themeMachine,
  events: {
    'system.changed': [],
    'choice.found': [],
    'theme.chosen': [{ type: 'theme.chosen', choice: 'system' }, { type: 'theme.chosen', choice: 'classic-dark' }],
  },
  answers: {
    page: [
      { sends: { type: 'system.changed', systemTheme: 'dark' } },
      { sends: { type: 'system.changed', systemTheme: 'light' } },
      { sends: { type: 'choice.found', choice: 'dark' } },
      { error: new Error('no media queries here') },
    ],
    storage: [{ output: undefined }, { error: new Error('full') }],
  },
};
