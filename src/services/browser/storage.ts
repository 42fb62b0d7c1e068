import * as v from 'valibot';
import { sessionSchema } from '../../contract/accounts/session.ts';
import { assistantStateSchema } from '../../contract/assistant/assistant.ts';
import { dockPositionSchema } from '../../contract/inspector/inspector.ts';
import { projectDraftSchema } from '../../contract/projects/project.ts';
import { paletteKeySchema, switchedOffSchema } from '../../contract/shell/shortcuts.ts';
import { themeChoices } from '../../contract/shell/themes.ts';
import { draftSchema } from '../../contract/sql/draft.ts';
import { lastRunsSchema } from '../../contract/sql/lastRun.ts';
import { sqlSettingsSchema } from '../../contract/sql/sqlEditor.ts';
import { supportDraftSchema } from '../../contract/support/supportDraft.ts';

interface Entry<Schema extends v.GenericSchema = v.GenericSchema> {
  key: string;
  schema: Schema;
  /** Survives a sign-out (specification, section 4, "Sign-out"). */
  kept: boolean;
  /** Stored as plain text, for readers that do not parse JSON, such as `public/theme.js`. */
  plain: boolean;
  /** Stored for this tab only: it survives a reload and ends with the tab. */
  ofTab: boolean;
}

const prefix = 'basechart-';

const entry = <Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
  { kept = false, plain = false, ofTab = false } = {},
): Entry<Schema> => ({ key: prefix + key, schema, kept, plain, ofTab });

/** Every key of local and session storage. An entry may have members (`basechart-sql-draft:abc`), one value each. */
export const storageEntries = {
  session: entry('session', sessionSchema),
  /** Id of the user who signed in last, who owns the stored data. */
  owner: entry('owner', v.string()),
  theme: entry('theme', v.picklist(themeChoices), { kept: true, plain: true }),
  navigationPinned: entry('navigation-pinned', v.boolean()),
  /** Position of the flow inspector’s panel. */
  inspectorDock: entry('inspector-dock', dockPositionSchema),
  /** Whether the panel is open. */
  inspectorOpen: entry('inspector-open', v.boolean(), { kept: true, ofTab: true }),
  /** Recent commands of the palette. */
  recentCommands: entry('recent-commands', v.array(v.string())),
  /** Disabled shortcuts, and the key that opens the palette. */
  shortcutsOff: entry('shortcuts-off', switchedOffSchema),
  paletteKey: entry('palette-key', paletteKeySchema, { plain: true }),
  debug: entry('debug', v.record(v.string(), v.boolean()), { kept: true }),
  telemetryConsent: entry('telemetry-consent', v.boolean(), { kept: true }),
  /** State that telemetry keeps between pages; deleted with the consent. */
  telemetryData: entry('telemetry-data', v.record(v.string(), v.unknown())),
  /** By preview: whether it is enabled. */
  uiPreviews: entry('ui-previews', v.boolean(), { kept: true }),
  lastSignInMethod: entry('last-sign-in-method', v.string(), { kept: true }),
  lastOrganization: entry('last-organization', v.string()),
  assistant: entry('assistant', assistantStateSchema),
  /** Refs of the projects whose SMTP banner was dismissed, separated by commas. */
  smtpBannerDismissed: entry('smtp-banner-dismissed', v.pipe(v.string(), v.regex(/^[\w-]+(?:,[\w-]+)*$/)), {
    plain: true,
  }),
  /** Draft of the new-project form. */
  projectDraft: entry('project-draft', projectDraftSchema),
  /** Draft of the support request. */
  supportDraft: entry('support-draft', supportDraftSchema),
  sqlSettings: entry('sql-settings', sqlSettingsSchema),
  // By project: the last location and the settings of lists.
  /** The last open query. */
  lastSnippet: entry('last-snippet', v.string()),
  sqlRuns: entry('sql-runs', lastRunsSchema),
  /** The last open table in the table editor. */
  lastTable: entry('last-table', v.string()),
  lastSchema: entry('last-schema', v.string()),
  /** Dismissed hints. */
  lintIgnored: entry('lint-ignored', v.array(v.string())),
  /** The visible columns of the project's users. */
  authUsersColumns: entry('auth-users-columns', v.array(v.string())),
  /** By writer: drafts that `draftStore.ts` could only store here. */
  sqlDraft: entry('sql-draft', draftSchema),
} as const satisfies Record<string, Entry>;

export type StorageName = keyof typeof storageEntries;
export type StoredValue<Name extends StorageName> = v.InferOutput<(typeof storageEntries)[Name]['schema']>;

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

const storage = openStorage('localStorage');
/** Whether written values survive the page. */
export const isLasting = !(storage instanceof MemoryStorage);
/** Storage of this tab only, for libraries that choose their own keys. */
export const tabStorage = openStorage('sessionStorage');
const areaOf = (name: StorageName) => (storageEntries[name].ofTab ? tabStorage : storage);

const keyOf = (name: StorageName, member?: string): string =>
  member === undefined ? storageEntries[name].key : `${storageEntries[name].key}:${member}`;

const allKeys = (): string[] =>
  attempt(
    () => Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null),
    [],
  );

function parse<Name extends StorageName>(name: Name, text: string): StoredValue<Name> | null {
  try {
    const { schema, plain } = storageEntries[name];
    const parsed = v.safeParse(schema, plain ? text : JSON.parse(text));
    return parsed.success ? (parsed.output as StoredValue<Name>) : null;
  } catch {
    return null;
  }
}

/** The stored value; an invalid one is removed and counts as absent. */
export function readStored<Name extends StorageName>(name: Name, member?: string): StoredValue<Name> | null {
  const key = keyOf(name, member);
  const text = attempt(() => areaOf(name).getItem(key), null);
  if (text === null) return null;
  const value = parse(name, text);
  if (value === null) removeStored(name, member);
  return value;
}

export const storageUnavailable = 'Browser storage is full or blocked.';

/** Returns false when the browser refuses to store the value; the old one then stays. */
export function writeStored<Name extends StorageName>(name: Name, value: StoredValue<Name>, member?: string): boolean {
  try {
    areaOf(name).setItem(keyOf(name, member), storageEntries[name].plain ? String(value) : JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export const removeStored = (name: StorageName, member?: string): void =>
  attempt(() => areaOf(name).removeItem(keyOf(name, member)), undefined);

/** The members that have a stored value. */
export function storedMembers(name: StorageName): string[] {
  const start = `${storageEntries[name].key}:`;
  return allKeys()
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length));
}

const isKept = (key: string): boolean =>
  Object.values(storageEntries).some((known) => known.kept && (key === known.key || key.startsWith(`${known.key}:`)));

/** Clears all of Basechart's entries except those marked to survive, as a sign-out does. */
export function clearStored(): void {
  for (const key of allKeys())
    if (key.startsWith(prefix) && !isKept(key)) attempt(() => storage.removeItem(key), undefined);
}

/** Calls back when another tab changes the value; returns a function that stops it. */
export function watchStored<Name extends StorageName>(
  name: Name,
  member: string | undefined,
  changed: (value: StoredValue<Name> | null) => void,
): () => void {
  const key = keyOf(name, member);
  const listener = (event: StorageEvent) => {
    // `clear()` is reported with a null key.
    if (event.key !== key && event.key !== null) return;
    changed(event.key === null || event.newValue === null ? null : parse(name, event.newValue));
  };
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
}
