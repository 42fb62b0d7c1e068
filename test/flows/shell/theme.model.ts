import type { ThemeChoice } from '../../../src/contract/shell/themes.ts';
import { resolveTheme } from '../../../src/machines/shell/theme/resolveTheme.ts';
import { themeMachine } from '../../../src/machines/shell/theme/theme.machine.ts';
import type { Model } from '../../support/paths.ts';

export const themeModel: Model<typeof themeMachine> = {
  machine: themeMachine,
  events: {
    'system.changed': [],
    'choice.loaded': [],
    'theme.chosen': [
      { type: 'theme.chosen', choice: 'system' },
      { type: 'theme.chosen', choice: 'classic-dark' },
    ],
  },
  answers: {
    page: [
      { sends: { type: 'system.changed', systemTheme: 'dark' } },
      { sends: { type: 'system.changed', systemTheme: 'light' } },
      { sends: { type: 'choice.loaded', choice: 'dark' } },
      { error: new Error('no media queries here') },
    ],
    storage: [{ output: undefined }, { error: new Error('full') }],
  },
  invariants: [
    {
      says: 'The page wears what was chosen and what the system shows, as soon as either changes.',
      when: ({ context }, { before }) => before !== null && resolveTheme(before.context) !== resolveTheme(context),
      holds: ({ context }, { sent }) =>
        sent.some(({ to, event }) => to === 'page' && event['theme'] === resolveTheme(context)),
    },
    {
      says: 'What the user chooses is what is stored.',
      when: (snapshot, { before }) =>
        before?.matches({ watching: 'settled' }) === true && snapshot.matches({ watching: 'saving' }),
      holds: ({ context }, { given }) => (given('storage') as { choice: ThemeChoice }).choice === context.choice,
    },
  ],
};
