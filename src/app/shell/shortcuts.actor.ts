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
import { readStored, watchStored, writeStored } from '../../services/browser/storage.ts';

const storedSettings = (): ShortcutSettings => ({
  off: readStored('shortcutsOff')?.filter(isShortcutId) ?? defaultShortcutSettings.off,
  paletteKey: readStored('paletteKey') ?? defaultShortcutSettings.paletteKey,
});

export const shortcuts = shortcutsMachine.provide({
  actors: {
    keyboard: fromCallback<KeyTaken, undefined>(({ sendBack, receive }) => {
      let taken = false;
      // The answer comes while the press is told, which is when the browser has to know.
      receive(() => {
        taken = true;
      });
      return watchKeys((press) => {
        taken = false;
        sendBack({ type: 'key.pressed', ...press } satisfies KeyPressed);
        return taken;
      });
    }),
    storage: fromCallback<SettingsChosen, undefined>(({ sendBack, receive }) => {
      const report = () => sendBack({ type: 'settings.loaded', settings: storedSettings() } satisfies SettingsFound);
      receive(({ settings }) => {
        writeStored('shortcutsOff', [...settings.off]);
        writeStored('paletteKey', settings.paletteKey);
      });
      report();
      const stops = [watchStored('shortcutsOff', undefined, report), watchStored('paletteKey', undefined, report)];
      return () => stops.forEach((stop) => stop());
    }),
  },
});
