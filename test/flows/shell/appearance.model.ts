import type { AppearanceChoices } from '../../../src/contract/shell/appearance.ts';
import { appearanceMachine } from '../../../src/machines/shell/appearance/appearance.machine.ts';
import { resolveAppearance } from '../../../src/machines/shell/appearance/resolve.ts';
import type { Model } from '../../support/paths.ts';

export const appearanceModel: Model<typeof appearanceMachine> = {
  machine: appearanceMachine,
  events: {
    'appearance.reported': [],
    'appearance.chosen': [
      { type: 'appearance.chosen', change: { theme: 'system' } },
      { type: 'appearance.chosen', change: { theme: 'classic-dark' } },
      { type: 'appearance.chosen', change: { density: 'compact' } },
      { type: 'appearance.chosen', change: { timeZone: 'Asia/Tokyo' } },
    ],
  },
  answers: {
    page: [
      { sends: { type: 'appearance.reported', change: { systemTheme: 'dark' } } },
      { sends: { type: 'appearance.reported', change: { systemTheme: 'light' } } },
      { sends: { type: 'appearance.reported', change: { theme: 'dark', density: 'comfortable' } } },
      { error: new Error('no media queries here') },
    ],
    storage: [{ output: undefined }, { error: new Error('full') }],
  },
  invariants: [
    {
      says: 'The page shows the choices of the user and what surrounds it, as soon as either changes.',
      when: ({ context }, { before }) =>
        before !== null &&
        JSON.stringify(resolveAppearance(before.context)) !== JSON.stringify(resolveAppearance(context)),
      holds: ({ context }, { sent }) =>
        sent.some(
          ({ to, event }) =>
            to === 'page' && JSON.stringify(event['appearance']) === JSON.stringify(resolveAppearance(context)),
        ),
    },
    {
      says: 'What the user chooses is what is stored.',
      when: (snapshot, { before }) =>
        before?.matches({ watching: 'settled' }) === true && snapshot.matches({ watching: 'saving' }),
      holds: ({ context }, { given }) => {
        const { theme, density, timeZone } = given('storage') as AppearanceChoices;
        return theme === context.theme && density === context.density && timeZone === context.timeZone;
      },
    },
  ],
};
