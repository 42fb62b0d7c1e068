import * as v from 'valibot';

/** The chord of each place, those of pages still to come included: no other page takes one of them. */
export const chords = {
  home: 'G H',
  tables: 'G T',
  sql: 'G S',
  database: 'G D',
  auth: 'G A',
  logs: 'G L',
  integrations: 'G I',
  settings: 'G ,',
} as const;

/** Keys that the palette may have, held with Mod: none that browsers, editing or other shortcuts need. */
export const paletteKeys = ['b', 'd', 'e', 'g', 'i', 'j', 'k', 'm', 'o', 'p', 'u'] as const;
export const defaultPaletteKey = 'k';

/** '' turns the palette's shortcut off. */
export const paletteKeySchema = v.picklist(['', ...paletteKeys]);
export type PaletteKey = v.InferOutput<typeof paletteKeySchema>;

/** Ids of the shortcuts that are switched off, as stored: a later version may not have them all. */
export const switchedOffSchema = v.array(v.string());
