/**
 * Names of things in events that leave the browser, as a trace or one by one: organizations, projects, queries,
 * tables and people. Each is replaced by another that stands for it in every trace, so that a chart that compares names
 * decides the same with them. Addresses need no replacement: they hold references, never names.
 */
import { isRecord } from '../../contract/common/isRecord.ts';
import { marker, type Json } from './redact.ts';
import { redacted } from './secrets.ts';
import type { Trace } from './trace.ts';

type Holder = Readonly<Record<string, Json>>;

/** By the key of a list, what its entries are. */
const kindsOfParts: Readonly<Record<string, string>> = {
  schemas: 'schema',
  searchPath: 'schema',
  relations: 'table',
  tables: 'table',
  columns: 'column',
  functions: 'function',
};

/** Keys whose texts are always names. */
const kindsOfKeys: Readonly<Record<string, string>> = {
  schema: 'schema',
  table: 'table',
  column: 'column',
  storedName: 'column',
  organizationName: 'organization',
  first_name: 'person',
  last_name: 'person',
  username: 'person',
};

/** Lists of names. */
const kindsOfLists: Readonly<Record<string, string>> = {
  searchPath: 'schema',
  columns: 'column',
  hidden: 'column',
  key: 'column',
  order: 'column',
};

/** Keys of the description of a function, whose parameters and types have names too. */
const partsOfFunction: ReadonlySet<string> = new Set(['arguments', 'returns']);

const standInPattern = /^(?:organization|project|query|schema|table|column|function|person|name)-\d+$/;

type StandIn = (name: string, kind: string) => string;

/** What stands for a name. Hidden texts, those that stand for others already, and the application's own names stay. */
function createStandIn(ownNames: ReadonlySet<string>): StandIn {
  const known = new Map<string, string>();
  return (name, kind) => {
    if (name.trim() === '' || name === redacted || ownNames.has(name) || name.startsWith('pg_')) return name;
    if (standInPattern.test(name) || name.endsWith('@redacted.invalid')) return name;
    const other = known.get(name) ?? `${kind}-${known.size + 1}`;
    known.set(name, other);
    return other;
  };
}

/** What the named thing is; null where `name` is that of a part of the application. */
function kindOf(holder: Holder, list: string): string | null {
  if (list === marker.error || 'params' in holder || 'input' in holder || 'title' in holder) return null;
  if (list in kindsOfParts) return kindsOfParts[list]!;
  if ('slug' in holder) return 'organization';
  if ('inserted_at' in holder) return 'project';
  return 'statement' in holder || 'sql' in holder ? 'query' : 'name';
}

/** Things that the platform lists. Their names may stand in any sentence; parts of a database are named like words. */
const isListed = (holder: Holder, list: string): boolean =>
  !(list in kindsOfParts) && ('slug' in holder || 'id' in holder);

function collectNames(value: Json, list: string, into: Map<string, string>): void {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) collectNames(item, list, into);
  else if (isRecord(value)) {
    const holder = value as Holder;
    const { name } = holder;
    const kind = isListed(holder, list) ? kindOf(holder, list) : null;
    if (typeof name === 'string' && name.length > 2 && kind !== null) into.set(name, kind);
    for (const [key, item] of Object.entries(holder)) collectNames(item, key, into);
  }
}

/** By the name of each listed thing, what it is. */
function namesIn({ actors, events }: Trace): Map<string, string> {
  const names = new Map<string, string>();
  for (const { start } of actors) collectNames(start?.context ?? null, '', names);
  for (const { event, changed } of events) {
    collectNames(event as Json, '', names);
    collectNames(changed ?? null, '', names);
  }
  return names;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

/** A word of the application, as `signedIn`, may be the name of a project too. */
const isWord = (text: string): boolean => /^[a-z][\w.-]*$/.test(text);

const nameParameter = /([?&]name=)([^&#]*)/g;

/** Replaces the names inside a text. */
function replacementInTexts(names: ReadonlyMap<string, string>, standIn: StandIn): (text: string) => string {
  const longestFirst = [...names.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern =
    longestFirst.length > 0 && new RegExp(String.raw`(?<![\p{L}\d])(?:${longestFirst.join('|')})(?![\p{L}\d])`, 'gu');
  return (text) => {
    const addressed = text.replaceAll(
      nameParameter,
      (_, start: string, value: string) =>
        start + encodeURIComponent(standIn(new URLSearchParams(`name=${value}`).get('name') ?? '', 'name')),
    );
    return pattern === false || isWord(addressed)
      ? addressed
      : addressed.replaceAll(pattern, (name) => standIn(name, names.get(name) ?? 'name'));
  };
}

interface Replacement {
  standIn: StandIn;
  inText: (text: string) => string;
}

/** The text at a key, with other names. */
function renamedText(
  text: string,
  key: string,
  holder: Holder,
  list: string,
  { standIn, inText }: Replacement,
): string {
  // A form's change event: `{ field: 'name', value: … }`.
  const named = key === 'value' && typeof holder['field'] === 'string' ? holder['field'] : key;
  const kind = named === 'name' ? kindOf(holder, list) : null;
  if (kind !== null) return standIn(text, kind);
  if (named in kindsOfKeys) return standIn(text, kindsOfKeys[named]!);
  if (list === 'functions' && partsOfFunction.has(key)) return text === '' ? text : redacted;
  return inText(text);
}

function renamed(value: Json, list: string, by: Replacement): Json {
  if (typeof value === 'string')
    return list in kindsOfLists ? by.standIn(value, kindsOfLists[list]!) : by.inText(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => renamed(item, list, by));
  return isRecord(value) ? renamedHolder(value as Holder, list, by) : value;
}

const renamedHolder = (holder: Holder, list: string, by: Replacement): Holder =>
  Object.fromEntries(
    Object.entries(holder).map(([key, item]) => [
      key,
      typeof item === 'string' ? renamedText(item, key, holder, list, by) : renamed(item, key, by),
    ]),
  );

export interface ReplaceNames {
  <Recorded extends Trace>(trace: Recorded): Recorded;
  /** The same for redacted data that leaves piece by piece: what one piece lists is replaced in all later ones, too. */
  inData(data: Holder): Holder;
}

/**
 * Gives a trace other names for everything that users have named. The same name gets the same replacement in all of its
 * traces. `ownNames` are those of the application's parts.
 */
export function createNameReplacement(ownNames: ReadonlySet<string>): ReplaceNames {
  const standIn = createStandIn(ownNames);
  const sent = new Map<string, string>();
  let bySent: Replacement = { standIn, inText: replacementInTexts(sent, standIn) };
  const inData = (data: Holder): Holder => {
    const { size } = sent;
    collectNames(data, '', sent);
    if (sent.size > size) bySent = { standIn, inText: replacementInTexts(sent, standIn) };
    return renamedHolder(data, '', bySent);
  };
  const inTrace = <Recorded extends Trace>(trace: Recorded): Recorded => {
    const by: Replacement = { standIn, inText: replacementInTexts(namesIn(trace), standIn) };
    return {
      ...trace,
      actors: trace.actors.map((actor) => ({
        ...actor,
        start: actor.start && { ...actor.start, context: renamed(actor.start.context, '', by) },
      })),
      events: trace.events.map((recorded) => ({
        ...recorded,
        event: { ...renamedHolder(recorded.event as Holder, '', by), type: recorded.event.type },
        ...(recorded.changed && { changed: renamedHolder(recorded.changed, '', by) }),
      })),
    };
  };
  return Object.assign(inTrace, { inData });
}
