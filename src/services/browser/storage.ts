import * as v from 'valibot';
import { sessionSchema } from '../../contract/accounts/session.ts';
import { densities, themeChoices } from '../../contract/shell/appearance.ts';
import { paletteKeySchema, switchedOffSchema } from '../../contract/shell/shortcuts.ts';

export interface Entry<Schema extends v.GenericSchema = v.GenericSchema> {
  key: string;
  schema: Schema;
  /** Survives a sign-out (specification, section 4, "Sign-out"). */
  kept: boolean;
  /** Stored as plain text, for readers that do not parse JSON, such as `boot.ts`. */
  plain: boolean;
  /** Stored for this tab only: it survives a reload and ends with the tab. */
  ofTab: boolean;
}

const prefix = 'basechart-';

/** For a value that only one area reads, which declares it beside its reader: its schema comes with that code. */
export const entry = <Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  { kept = false, plain = false, ofTab = false } = {},
): Entry<Schema> => ({ key: prefix + key, schema, kept, plain, ofTab });

/**
 * What is read before the user does anything, and what survives a sign-out. An entry may have members
 * (`basechart-last-snippet:abc`), one value each.
 */
export const storageEntries = {
  session: entry('session', sessionSchema),
  /** Id of the user who signed in last, who owns the stored data. */
  owner: entry('owner', v.string()),
  /** Id of the user whose data this tab stores for itself. */
  tabOwner: entry('tab-owner', v.string(), { ofTab: true }),
  /** How this browser’s user signed in last. */
  lastSignInMethod: entry('last-sign-in-method', v.string(), { kept: true, plain: true }),
  theme: entry('theme', v.picklist(themeChoices), { kept: true, plain: true }),
  density: entry('density', v.picklist(densities), { kept: true, plain: true }),
  /** In which times are shown; empty for the device's own. */
  timeZone: entry('time-zone', v.string(), { plain: true }),
  navigationPinned: entry('navigation-pinned', v.boolean()),
  /** Whether the flow inspector’s panel is open. */
  inspectorOpen: entry('inspector-open', v.boolean(), { kept: true, ofTab: true }),
  /** Recent commands of the palette. */
  recentCommands: entry('recent-commands', v.array(v.string())),
  /** Disabled shortcuts, and the key that opens the palette. */
  shortcutsOff: entry('shortcuts-off', switchedOffSchema),
  paletteKey: entry('palette-key', paletteKeySchema, { plain: true }),
  telemetryConsent: entry('telemetry-consent', v.boolean(), { kept: true }),
  /** By preview: whether it is enabled. */
  uiPreviews: entry('ui-previews', v.boolean(), { kept: true }),
  lastOrganization: entry('last-organization', v.string()),
  /** Refs of the projects whose SMTP banner was dismissed, separated by commas. */
  smtpBannerDismissed: entry('smtp-banner-dismissed', v.pipe(v.string(), v.regex(/^[\w-]+(?:,[\w-]+)*$/)), {
    plain: true,
  }),
  /** By user: the assistant’s conversations stay when they sign out. */
  assistantKept: entry('assistant-kept', v.boolean(), { kept: true }),
  /** By project: the last open query. */
  lastSnippet: entry('last-snippet', v.string()),
} as const satisfies Record<string, Entry>;

export type StorageName = keyof typeof storageEntries;

/** An entry of the table by its name, or one that an area declares. */
type Stored = StorageName | Entry;
type EntryOf<Of extends Stored> = Of extends StorageName ? (typeof storageEntries)[Of] : Of;
export type StoredValue<Of extends Stored> = EntryOf<Of> extends Entry<infer Schema> ? v.InferOutput<Schema> : never;

const entryOf = (stored: Stored): Entry => (typeof stored === 'string' ? storageEntries[stored] : stored);

/** Fallback for a browser that refuses storage: it lasts as long as the page. */
class MemoryStorage implements Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  readonly #held = new Map<string, string>();
  get length(): number {
    return this.#held.size;
  }
  key(index: number): string | null {
    return [...this.#held.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#held.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#held.set(key, value);
  }
  removeItem(key: string): void {
    this.#held.delete(key);
  }
}

/**
 * Reading `localStorage` throws where site data is blocked, and so may looking into it: then what was written there
 * cannot be read.
 */
function openStorage(
  area: 'localStorage' | 'sessionStorage',
): Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> {
  try {
    const storage = globalThis[area];
    storage.getItem(prefix);
    return storage;
  } catch {
    return new MemoryStorage();
  }
}

/** Thrown for a browser that refuses its storage. */
function attempt<Result>(use: () => Result, otherwise: Result): Result {
  try {
    return use();
  } catch {
    return otherwise;
  }
}

/** For libraries that choose their own keys; everything else has an entry. */
export const storage = openStorage('localStorage');
/** Whether written values survive the page. */
export const isLasting = !(storage instanceof MemoryStorage);
const tabStorage = openStorage('sessionStorage');
const areaOf = (stored: Stored) => (entryOf(stored).ofTab ? tabStorage : storage);

const keyOf = (stored: Stored, member?: string): string =>
  member === undefined ? entryOf(stored).key : `${entryOf(stored).key}:${member}`;

const allKeys = (area = storage): string[] =>
  attempt(() => Array.from({ length: area.length }, (_, index) => area.key(index)).filter((key) => key !== null), []);

function parse<Of extends Stored>(stored: Of, text: string): StoredValue<Of> | null {
  try {
    const { schema, plain } = entryOf(stored);
    const parsed = v.safeParse(schema, plain ? text : JSON.parse(text));
    return parsed.success ? (parsed.output as StoredValue<Of>) : null;
  } catch {
    return null;
  }
}

/** The stored value; an invalid one is removed and counts as absent. */
export function readStored<Of extends Stored>(stored: Of, member?: string): StoredValue<Of> | null {
  const key = keyOf(stored, member);
  const text = attempt(() => areaOf(stored).getItem(key), null);
  if (text === null) return null;
  const value = parse(stored, text);
  if (value === null) removeStored(stored, member);
  return value;
}

export const storageUnavailable = 'Browser storage is full or blocked.';

/** Returns false when the browser refuses to store the value; the old one then stays. */
export function writeStored<Of extends Stored>(stored: Of, value: StoredValue<Of>, member?: string): boolean {
  try {
    areaOf(stored).setItem(keyOf(stored, member), entryOf(stored).plain ? String(value) : JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const removeStored = (stored: Stored, member?: string): void =>
  attempt(() => areaOf(stored).removeItem(keyOf(stored, member)), undefined);

/** The members that have a stored value. */
export function storedMembers(stored: Stored): string[] {
  const start = `${entryOf(stored).key}:`;
  return allKeys(areaOf(stored))
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
}

const isKept = (key: string): boolean =>
  Object.values(storageEntries).some((known) => known.kept && (key === known.key || key.startsWith(`${known.key}:`)));

/** Clears all of Basechart's entries except those marked to survive, as a sign-out does. */
export function clearStored(areas = [storage, tabStorage]): void {
  for (const area of areas)
    for (const key of allKeys(area))
      if (key.startsWith(prefix) && !isKept(key)) attempt(() => area.removeItem(key), undefined);
}

/** The same for what this tab stores for itself. */
export const clearTab = (): void => clearStored([tabStorage]);

/** Calls back when another tab changes the value; returns a function that stops it. */
export function watchStored<Of extends Stored>(
  stored: Of,
  member: string | undefined,
  changed: (value: StoredValue<Of> | null) => void,
): () => void {
  const key = keyOf(stored, member);
  const listener = (event: StorageEvent) => {
    // `clear()` is reported with a null key.
    if (event.key !== key && event.key !== null) return;
    changed(event.key === null || event.newValue === null ? null : parse(stored, event.newValue));
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
