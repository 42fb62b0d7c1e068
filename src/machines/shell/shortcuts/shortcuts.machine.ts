import { assign, emit, sendTo } from 'xstate';
import { shellTiming } from '../../../contract/shell/shellTiming.ts';
import { defaultPaletteKey, type PaletteKey } from '../../../contract/shell/shortcuts.ts';
import { defaultShortcutSettings, type ShortcutId, type ShortcutSettings } from '../../../router/shortcuts.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { matchPrefix, matchShortcut, type Handler, type KeyPress } from './strokes.ts';

/** What the keyboard reports. */
export type KeyPressed = KeyPress & { type: 'key.pressed' };
/** The synchronous answer to a key press: the key belongs to a shortcut, so the browser's default is prevented. */
export type KeyTaken = { type: 'key.taken' };

/** What storage reports: on start, and again when another tab changes it. */
export type SettingsFound = { type: 'settings.loaded'; settings: ShortcutSettings };
/** Sent to storage. */
export type SettingsChosen = { type: 'settings.chosen'; settings: ShortcutSettings };

type ShortcutFired = { type: 'shortcut.fired'; id: ShortcutId; by: string };

interface ShortcutsContext {
  handlers: readonly Handler[];
  settings: ShortcutSettings;
  /** The first stroke of a chord. */
  prefix: string | null;
}

export const shortcutsMachine = flowSetup({
  types: {
    context: {} as ShortcutsContext,
    events: {} as
      | KeyPressed
      | SettingsFound
      | { type: 'handler.registered'; handler: Handler }
      | { type: 'handler.withdrawn'; by: string }
      | { type: 'shortcut.switched'; id: ShortcutId; on: boolean }
      | { type: 'paletteKey.chosen'; key: PaletteKey },
    emitted: {} as ShortcutFired,
    children: {} as { keyboard: 'keyboard'; storage: 'storage' },
  },
  actors: {
    keyboard: unprovidedSource<KeyTaken>('keyboard'),
    storage: unprovidedSource<SettingsChosen>('storage'),
  },
  delays: { chordTimeout: shellTiming.chordTimeoutMs },
  guards: {
    matchesShortcut: ({ context }, { press }: { press: KeyPress }) => matchShortcut(context, null, press) !== undefined,
    matchesChord: ({ context }, { press }: { press: KeyPress }) =>
      matchShortcut(context, context.prefix, press) !== undefined,
    startsChord: ({ context }, { press }: { press: KeyPress }) => matchPrefix(context, press).length > 0,
  },
  actions: {
    takeKey: sendTo('keyboard', { type: 'key.taken' }),
    fire: emit(({ context }, { press, prefix }: { press: KeyPress; prefix: string | null }): ShortcutFired => {
      const { id, by } = matchShortcut(context, prefix, press)!;
      return { type: 'shortcut.fired', id, by };
    }),
    keepPrefix: assign((_, { stroke }: { stroke: string }) => ({ prefix: stroke })),
    clearPrefix: assign({ prefix: null }),
    addHandler: assign(({ context }, { handler }: { handler: Handler }) => ({
      handlers: [...context.handlers, handler],
    })),
    dropHandler: assign(({ context }, { by }: { by: string }) => ({
      handlers: context.handlers.filter((handler) => handler.by !== by),
    })),
    keepSettings: assign((_, { settings }: { settings: ShortcutSettings }) => ({ settings })),
    keepSwitch: assign(({ context: { settings } }, { id, on }: { id: ShortcutId; on: boolean }) => {
      const others = settings.off.filter((other) => other !== id);
      // Enabled without a key, which '' also means, it has its default key.
      const paletteKey = id === 'palette' && on && settings.paletteKey === '' ? defaultPaletteKey : settings.paletteKey;
      return { settings: { paletteKey, off: on ? others : [...others, id] } };
    }),
    /** Choosing a key also enables the shortcut. */
    keepPaletteKey: assign(({ context: { settings } }, { key }: { key: PaletteKey }) => ({
      settings: { off: settings.off.filter((id) => id !== 'palette'), paletteKey: key },
    })),
    storeSettings: sendTo('storage', ({ context }) => ({
      type: 'settings.chosen' as const,
      settings: context.settings,
    })),
  },
}).createMachine({
  id: 'shortcuts',
  description: 'Matches key presses with shortcuts, alone or as the end of a chord.',
  context: { handlers: [], settings: defaultShortcutSettings, prefix: null },
  invoke: {
    id: 'storage',
    src: 'storage',
    onError: { description: 'All shortcuts have their defaults; changes last until the page is closed.' },
  },
  on: {
    'settings.loaded': { actions: { type: 'keepSettings', params: ({ event }) => event } },
    'handler.registered': { actions: { type: 'addHandler', params: ({ event }) => event } },
    'handler.withdrawn': { actions: { type: 'dropHandler', params: ({ event }) => event } },
    'shortcut.switched': { actions: [{ type: 'keepSwitch', params: ({ event }) => event }, 'storeSettings'] },
    'paletteKey.chosen': { actions: [{ type: 'keepPaletteKey', params: ({ event }) => event }, 'storeSettings'] },
  },
  initial: 'listening',
  states: {
    listening: {
      invoke: { id: 'keyboard', src: 'keyboard', onError: { target: 'unavailable' } },
      initial: 'idle',
      states: {
        idle: {
          entry: 'clearPrefix',
          on: {
            'key.pressed': [
              {
                guard: { type: 'matchesShortcut', params: ({ event }) => ({ press: event }) },
                actions: ['takeKey', { type: 'fire', params: ({ event }) => ({ press: event, prefix: null }) }],
              },
              {
                guard: { type: 'startsChord', params: ({ event }) => ({ press: event }) },
                target: 'chording',
                actions: ['takeKey', { type: 'keepPrefix', params: ({ event }) => event }],
              },
            ],
          },
        },
        chording: {
          description: 'A chord has begun and waits a limited time for its second stroke.',
          after: { chordTimeout: { target: 'idle' } },
          on: {
            'key.pressed': [
              {
                guard: { type: 'matchesChord', params: ({ event }) => ({ press: event }) },
                target: 'idle',
                actions: [
                  'takeKey',
                  { type: 'fire', params: ({ event, context }) => ({ press: event, prefix: context.prefix }) },
                ],
              },
              {
                guard: { type: 'matchesShortcut', params: ({ event }) => ({ press: event }) },
                target: 'idle',
                actions: ['takeKey', { type: 'fire', params: ({ event }) => ({ press: event, prefix: null }) }],
              },
              {
                guard: { type: 'startsChord', params: ({ event }) => ({ press: event }) },
                target: 'chording',
                reenter: true,
                actions: ['takeKey', { type: 'keepPrefix', params: ({ event }) => event }],
              },
              { target: 'idle', description: 'Any other key cancels the chord, and keeps its own meaning.' },
            ],
          },
        },
      },
    },
    unavailable: {
      entry: 'clearPrefix',
      description: 'The keyboard is unavailable. Every command also works without its shortcut.',
    },
  },
});
