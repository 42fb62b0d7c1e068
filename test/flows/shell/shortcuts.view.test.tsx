import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { Actor } from 'xstate';
import type { shortcutsMachine } from '../../../src/machines/shell/shortcuts/shortcuts.machine.ts';
import { selectChoices } from '../../../src/machines/shell/shortcuts/shortcuts.selectors.ts';
import { keysOf, shortcuts } from '../../../src/router/shortcuts.ts';
import { ChordHint } from '../../../src/views/shell/ChordHint.tsx';
import { ShortcutTable } from '../../../src/views/shell/ShortcutTable.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen, ViewScript } from '../../support/viewDriver.tsx';
import { shortcutsModel } from './shortcuts.model.ts';

type Sees = ViewScript<typeof shortcutsMachine>['sees'][string];

/** The switches are those of the shortcuts that are answered, and stand as they are set. */
const seesSwitches: Sees = (screen, { context: { handlers, settings } }) => {
  const shown = screen
    .queryAllByRole<HTMLInputElement>('switch')
    .map((input) => [input.labels?.[0]?.textContent, input.checked]);
  const answered = (Object.keys(shortcuts) as (keyof typeof shortcuts)[]).filter((id) =>
    handlers.some((handler) => handler.id === id),
  );
  expect(shown).toEqual(answered.map((id) => [shortcuts[id].label, keysOf(id, settings).length > 0]));
};

let shown: Actor<typeof shortcutsMachine>;

const hint = (screen: Screen) => screen.queryByRole('status', { name: 'Chord' });

coverView(shortcutsModel, {
  view(actor) {
    shown = actor;
    return (
      <>
        <ShortcutTable shortcuts={actor} />
        <ChordHint shortcuts={actor} />
      </>
    );
  },
  does: {
    'key.pressed': 'elsewhere',
    'settings.loaded': 'elsewhere',
    'handler.registered': 'elsewhere',
    'handler.withdrawn': 'elsewhere',
    'shortcut.switched': (event, screen) => {
      const input = screen.queryByRole<HTMLInputElement>('switch', { name: shortcuts[event.id].label });
      // Only what is answered has a switch, and a switch only goes the other way: the rest comes from elsewhere.
      if (input && input.checked !== event.on) fireEvent.click(input);
      else shown.send(event);
    },
    // Beside the palette's switch, which no path shows: `test/views/shortcutTable.test.tsx` does.
    'paletteKey.chosen': 'elsewhere',
  },
  sees: {
    'listening.idle': (screen, snapshot) => {
      seesSwitches(screen, snapshot);
      expect(hint(screen)).toBeNull();
    },
    'listening.chording': (screen, snapshot) => {
      seesSwitches(screen, snapshot);
      // The shortcut may be withdrawn or switched off meanwhile.
      expect(hint(screen)?.textContent).toBe(selectChoices(snapshot).length > 0 ? 'G thenSSQL editor' : undefined);
    },
    unavailable: (screen, snapshot) => {
      seesSwitches(screen, snapshot);
      expect(hint(screen)).toBeNull();
    },
  },
});
