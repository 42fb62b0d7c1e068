import { inspectorKey, defaultPaletteKey, type PaletteKey } from '../contract/shell/shortcuts.ts';
import { pageNames, pageOf, pages, type PageName } from './pages.ts';

export type ShortcutGroup = 'general' | 'pages' | 'sql';

/** Headings of the shortcut sheet, in its order. */
export const shortcutGroups: Readonly<Record<ShortcutGroup, string>> = {
  general: 'General',
  pages: 'Go to',
  sql: 'SQL editor',
};

export interface ShortcutDefinition {
  label: string;
  group: ShortcutGroup;
  /**
   * Key combinations. A sequence of strokes is written `G H`; a stroke is a key with its modifiers, `Mod+Shift+K`.
   * `Mod` is ⌘ on a Mac and Ctrl elsewhere. A character that needs Shift is written as itself: `?`.
   */
  keys: readonly string[];
  /** Works in fields too, because it types nothing there. */
  inFields?: boolean;
  /** The page that it opens. */
  page?: PageName;
}

const define = <Id extends string>(table: Readonly<Record<Id, ShortcutDefinition>>) => table;

/** Shortcuts that open no page: a row here, and `useShortcut(id, handler)` in the component that handles it. */
const commandShortcuts = define({
  /** The user can change its key: see `paletteKeys`. */
  palette: { label: 'Command palette', group: 'general', keys: [], inFields: true },
  sheet: { label: 'Keyboard shortcuts', group: 'general', keys: ['?', 'Mod+/'] },
  /** The inspector listens for it itself, so that it opens even when the rest of the app fails. */
  flows: { label: 'Flow inspector', group: 'general', keys: [inspectorKey], inFields: true },
  assistant: { label: 'Assistant', group: 'general', keys: ['Mod+Shift+L'], inFields: true },
  runQuery: { label: 'Run query or selection', group: 'sql', keys: ['Mod+Enter'], inFields: true },
  cancelQuery: { label: 'Cancel query', group: 'sql', keys: ['Mod+.'], inFields: true },
  saveQuery: { label: 'Save query', group: 'sql', keys: ['Mod+S'], inFields: true },
});

/** Keys that the SQL editor handles itself while the focus is in its text. They cannot be turned off. */
export const editorKeys = {
  find: { label: 'Find and replace', keys: 'Mod+F' },
  comment: { label: 'Toggle comment', keys: 'Mod+/' },
  suggest: { label: 'Show suggestions', keys: 'Ctrl+Space' },
  error: { label: 'Go to the error', keys: 'F8' },
} as const;

type ShortcutOf<Row> = Row extends { shortcut: { id: infer Id extends string } } ? Id : never;

type PageShortcutId = ShortcutOf<(typeof pages)[PageName]>;
export type ShortcutId = keyof typeof commandShortcuts | PageShortcutId;

const pageShortcuts = Object.fromEntries(
  pageNames.flatMap((name): [string, ShortcutDefinition][] => {
    const { title, shortcut } = pageOf(name);
    return shortcut ? [[shortcut.id, { label: title, group: 'pages', keys: shortcut.keys, page: name }]] : [];
  }),
) as Readonly<Record<PageShortcutId, ShortcutDefinition>>;

/** The shortcut that opens a page, if there is one. */
export const shortcutOf = (name: PageName): PageShortcutId | undefined =>
  pageOf(name).shortcut?.id as PageShortcutId | undefined;

/** Every shortcut of the application; shortcuts of pages come from the pages table. */
export const shortcuts: Readonly<Record<ShortcutId, ShortcutDefinition>> = { ...commandShortcuts, ...pageShortcuts };

export const shortcutIds = Object.keys(shortcuts) as readonly ShortcutId[];

/** False for ids that an earlier version stored and this one no longer has. */
export const isShortcutId = (id: string): id is ShortcutId => id in shortcuts;

export interface ShortcutSettings {
  /** The disabled shortcuts. */
  off: readonly ShortcutId[];
  paletteKey: PaletteKey;
}

export const defaultShortcutSettings: ShortcutSettings = { off: [], paletteKey: defaultPaletteKey };

/** The keys of a shortcut under the user's settings; empty while it is disabled. */
export function keysOf(id: ShortcutId, { off, paletteKey }: ShortcutSettings): readonly string[] {
  if (off.includes(id)) return [];
  if (id === 'palette') return paletteKey === '' ? [] : [`Mod+${paletteKey.toUpperCase()}`];
  return shortcuts[id].keys;
}
