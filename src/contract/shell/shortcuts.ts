import * as v from 'valibot';
import { inspectorKey } from '../inspector/inspector.ts';

export type ShortcutGroup = 'general' | 'places' | 'sql';

/** Headings of the helper sheet, in its order. */
export const shortcutGroups: Readonly<Record<ShortcutGroup, string>> = {
  general: 'General',
  places: 'Go to',
  sql: 'SQL editor',
};

export interface ShortcutDefinition {
  label: string;
  group: ShortcutGroup;
  /**
   * Ways to press it. One is a sequence of strokes, `G H`; a stroke is a key with what is held, `Mod+Shift+K`. `Mod` is ⌘ on
   * a Mac and Ctrl elsewhere. A character that needs Shift is written as itself: `?`.
   */
  keys: readonly string[];
  /** Fires in fields too, because it types nothing there. */
  inFields?: boolean;
  /** Where it leads. It is offered once the application has that address, and inside a project where the address needs one. */
  to?: string;
}

const define = <Id extends string>(table: Readonly<Record<Id, ShortcutDefinition>>) => table;

/** Every shortcut of the application: a row here, and `useShortcut(id, handler)` wherever it can be answered. */
export const shortcuts = define({
  /** Its key is the user's to choose: see `paletteKeys`. */
  palette: { label: 'Command palette', group: 'general', keys: [], inFields: true },
  sheet: { label: 'Keyboard shortcuts', group: 'general', keys: ['?', 'Mod+/'] },
  /** The inspector listens for it itself, as it is there to be opened when nothing else works. */
  flows: { label: 'Flow inspector', group: 'general', keys: [inspectorKey], inFields: true },
  goHome: { label: 'Project home', group: 'places', keys: ['G H'], to: '/project/:ref' },
  goTables: { label: 'Table editor', group: 'places', keys: ['G T'], to: '/project/:ref/editor' },
  goSql: { label: 'SQL editor', group: 'places', keys: ['G S'], to: '/project/:ref/sql' },
  goDatabase: { label: 'Database', group: 'places', keys: ['G D'], to: '/project/:ref/database' },
  goAuth: { label: 'Authentication', group: 'places', keys: ['G A'], to: '/project/:ref/auth' },
  goLogs: { label: 'Logs', group: 'places', keys: ['G L'], to: '/project/:ref/logs' },
  goIntegrations: { label: 'Integrations', group: 'places', keys: ['G I'], to: '/project/:ref/integrations' },
  goSettings: { label: 'Project settings', group: 'places', keys: ['G ,'], to: '/project/:ref/settings' },
  runQuery: { label: 'Run the query, or what is selected', group: 'sql', keys: ['Mod+Enter'], inFields: true },
  saveQuery: { label: 'Save the query now', group: 'sql', keys: ['Mod+S'], inFields: true },
});

export type ShortcutId = keyof typeof shortcuts;
export const shortcutIds = Object.keys(shortcuts) as readonly ShortcutId[];

/** Keys that the palette may have, held with Mod: none that browsers, editing or other shortcuts need. */
export const paletteKeys = ['b', 'd', 'e', 'g', 'i', 'j', 'k', 'm', 'o', 'p', 'u'] as const;
export const defaultPaletteKey = 'k';

/** '' turns the palette's shortcut off. */
export const paletteKeySchema = v.picklist(['', ...paletteKeys]);
export type PaletteKey = v.InferOutput<typeof paletteKeySchema>;

export interface ShortcutSettings {
  /** Those that were switched off. */
  off: readonly ShortcutId[];
  paletteKey: PaletteKey;
}

export const defaultShortcutSettings: ShortcutSettings = { off: [], paletteKey: defaultPaletteKey };

/** As it is stored: what a later version of the table no longer has is passed over. */
export const switchedOffSchema = v.pipe(
  v.array(v.string()),
  v.transform((ids) => ids.filter((id): id is ShortcutId => id in shortcuts)),
);

/** The ways to press a shortcut as the user has set it up; none while it is off. */
export function keysOf(id: ShortcutId, { off, paletteKey }: ShortcutSettings): readonly string[] {
  if (off.includes(id)) return [];
  if (id === 'palette') return paletteKey === '' ? [] : [`Mod+${paletteKey.toUpperCase()}`];
  return (shortcuts[id] as ShortcutDefinition).keys;
}
