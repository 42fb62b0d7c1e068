import * as v from 'valibot';

/** The chord of each page, including pages that do not exist yet, so that no other page takes one of them. */
export const chords = {
  home: 'G H',
  tables: 'G T',
  sql: 'G S',
  database: 'G D',
  auth: 'G A',
  authSettings: 'G C',
  logs: 'G L',
  advisors: 'G V',
  integrations: 'G I',
  settings: 'G ,',
  account: 'G U',
} as const;

/** Keys that the palette's shortcut may use with Mod: none that browsers, editing or other shortcuts need. */
export const paletteKeys = ['b', 'd', 'e', 'g', 'i', 'j', 'k', 'm', 'o', 'p', 'u'] as const;
export const defaultPaletteKey = 'k';

/** Opens the flow inspector on every page, in fields, and while a dialog is open. */
export const inspectorKey = 'F9';

/** '' disables the palette's shortcut. */
export const paletteKeySchema = v.picklist(['', ...paletteKeys]);
export type PaletteKey = v.InferOutput<typeof paletteKeySchema>;

/** Ids of the disabled shortcuts, as stored: a later version may not have all of them. */
export const switchedOffSchema = v.array(v.string());
