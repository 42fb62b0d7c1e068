import { assign, emit, sendTo } from 'xstate';
import { timing } from '../../../contract/common/timing.ts';
import { defaultPaletteKey, type PaletteKey } from '../../../contract/shell/shortcuts.ts';
import { defaultShortcutSettings, type ShortcutId, type ShortcutSettings } from '../../../router/shortcuts.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovidedSource } from '../../parts/unprovided.ts';
import { matchPrefix, matchShortcut, type Handler, type KeyPress } from './strokes.ts';

/** What the keyboard tells. */
export type KeyPressed = KeyPress & { type: 'key.pressed' };
/** What the keyboard is told, while it waits: the key is a shortcut's, and the browser is to do nothing with it. */
export type KeyTaken = { type: 'key.taken' };

/** What storage tells: at once, and again when another tab changes it. */
export type SettingsFound = { type: 'settings.loaded'; settings: ShortcutSettings };
/** What storage is told. */
export type SettingsChosen = { type: 'settings.chosen'; settings: ShortcutSettings };

export type ShortcutFired = { type: 'shortcut.fired'; id: ShortcutId; by: string };

interface ShortcutsContext {
  handlers: readonly Handler[];
  settings: ShortcutSettings;
  /** The stroke that began a chord. */
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
  delays: { chordTimeout: timing.chordTimeoutMs },
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
      // Switched on without a key, as '' says too, it has the usual one.
      const paletteKey = id === 'palette' && on && settings.paletteKey === '' ? defaultPaletteKey : settings.paletteKey;
      return { settings: { paletteKey, off: on ? others : [...others, id] } };
    }),
    /** Whoever chooses a key wants it to work. */
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
  description: 'Which shortcut a key press means, if any: alone, or as the end of a chord.',
  context: { handlers: [], settings: defaultShortcutSettings, prefix: null },
  invoke: {
    id: 'storage',
    src: 'storage',
    onError: { description: 'All shortcuts are as they come, and stay as they are set until the page is left.' },
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
          description: 'A chord has begun. It waits for its second stroke, but not for ever.',
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
              { target: 'idle', description: 'Any other key gives the chord up, and keeps its own meaning.' },
            ],
          },
        },
      },
    },
    unavailable: {
      entry: 'clearPrefix',
      description: 'Keys cannot be heard. Whatever a shortcut does can be done without one.',
    },
  },
});
