import { fromCallback } from 'xstate';
import {
  shortcutsMachine,
  type KeyPressed,
  type KeyTaken,
  type SettingsChosen,
  type SettingsFound,
} from '../../machines/shell/shortcuts/shortcuts.machine.ts';
import { defaultShortcutSettings, isShortcutId, type ShortcutSettings } from '../../router/shortcuts.ts';
import { watchKeys } from '../../services/browser/keyboard.ts';
import { readStored, writeStored } from '../../services/browser/storage.ts';
import { storedValue } from '../parts/storedValue.ts';

const storedSettings = (): ShortcutSettings => ({
  off: readStored('shortcutsOff')?.filter(isShortcutId) ?? defaultShortcutSettings.off,
  paletteKey: readStored('paletteKey') ?? defaultShortcutSettings.paletteKey,
});

export const shortcuts = shortcutsMachine.provide({
  actors: {
    keyboard: fromCallback<KeyTaken, undefined>(({ sendBack, receive }) => {
      let taken = false;
      // The answer must arrive synchronously, while the browser dispatches the key press.
      receive(() => {
        taken = true;
      });
      return watchKeys((press) => {
        taken = false;
        sendBack({ type: 'key.pressed', ...press } satisfies KeyPressed);
        return taken;
      });
    }),
    storage: storedValue<SettingsFound, SettingsChosen>({
      watch: [['shortcutsOff'], ['paletteKey']],
      read: () => ({ type: 'settings.loaded', settings: storedSettings() }),
      write: ({ settings }) => {
        writeStored('shortcutsOff', [...settings.off]);
        writeStored('paletteKey', settings.paletteKey);
      },
    }),
  },
});
