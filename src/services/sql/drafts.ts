import type { StoredDraft } from '../../contract/sql/draft.ts';
import { firstStatement } from '../../contract/sql/firstStatement.ts';
import { isUnnamed, nextUntitled, queryTitle } from '../../contract/sql/queryTitle.ts';
import { readStored, removeStored, writeStored } from '../browser/storage.ts';
import { clearWithUser } from '../browser/userData.ts';
import { dropDraft, keptDrafts, putDraft, type DraftKey } from './draftStore.ts';
import { isOwnWriter, livingWriters, openChannel, notifyTabs } from './draftTabs.ts';
import { forgetRuns } from './lastRuns.ts';
import { newQueryId } from './queryId.ts';

interface Target {
  ref: string;
  id: string;
}

/** Whose drafts they are. Fixed when an editor is opened, because the session may end while it is open. */
export const draftOwner = (): string => readStored('owner') ?? '';

/** Texts that an editor of this page has taken over, until it has written them under its own name. */
const adopted = new Map<string, DraftKey[]>();

const nameOf = ({ ref, id }: Target): string => `${ref}/${id}`;

export function takeAdopted(target: Target): DraftKey[] {
  const keys = adopted.get(nameOf(target)) ?? [];
  adopted.delete(nameOf(target));
  return keys;
}

interface Found {
  draft: StoredDraft | null;
  /** When it was found, by the page's own clock. */
  at: number;
}

/** The query that this page opens next: it is created, or what is stored of it found, before its editor asks for it. */
let ahead: { owner: string; target: Target; found: Promise<Found> } | null = null;

clearWithUser(() => {
  adopted.clear();
  ahead = null;
});

function findAhead(target: Target, draft: Promise<StoredDraft | null>): void {
  const found = draft.then((one) => ({ draft: one, at: performance.now() }));
  // A failure is told to the editor that asks for it.
  found.catch(() => undefined);
  ahead = { owner: draftOwner(), target, found };
}

/** By then another tab may have opened it. */
const aheadMs = 1_000;

async function takeAhead(target: Target): Promise<Found | null> {
  const taken = ahead;
  ahead = null;
  if (!taken || taken.owner !== draftOwner() || nameOf(taken.target) !== nameOf(target)) return null;
  const found = await taken.found;
  return performance.now() - found.at < aheadMs ? found : null;
}

/** How long an empty query without edits is kept. */
const emptyKeepMs = 24 * 3_600_000;

const isEmpty = ({ sql, name, baseVersion }: StoredDraft): boolean =>
  sql === '' && isUnnamed(name) && baseVersion === 0;

/** What `loadDraft` answers, as it is stored now. */
async function storedDraft(target: Target): Promise<StoredDraft | null> {
  const owner = draftOwner();
  const [kept, living] = await Promise.all([keptDrafts(owner, target.ref), livingWriters()]);
  const [newest, ...older] = kept.filter(({ id, writer }) => id === target.id && !living.has(writer));
  if (!newest) return null;
  for (const draft of older) {
    if (draft.sql !== newest.sql && draft.sql !== '') {
      await putDraft({
        ...draft,
        id: newQueryId(),
        writer: crypto.randomUUID(),
        name: `${draft.name.slice(0, 188)} (recovered)`,
        baseVersion: 0,
      });
    }
  }
  adopted.set(nameOf(target), [newest, ...older]);
  return newest;
}

/**
 * The text of a query that this computer kept and no living tab holds: a crash, a closed tab, a lost session. Where
 * several tabs left different texts, the newest is it and each older one becomes a new query.
 */
export const loadDraft = async (target: Target): Promise<StoredDraft | null> =>
  ((await takeAhead(target)) ?? { draft: await storedDraft(target) }).draft;

const titleOf = ({ name, sql }: StoredDraft): string => queryTitle({ name, statement: firstStatement(sql) });

interface NewQuery {
  ref: string;
  sql?: string;
  /** Of the queries that the server knows; without them, one of these may have the same name. */
  titles?: readonly string[];
}

async function newDraft({ ref, id, sql = '', titles = [] }: NewQuery & Target): Promise<StoredDraft> {
  const owner = draftOwner();
  const now = Date.now();
  const [kept, living] = await Promise.all([keptDrafts(owner, ref), livingWriters()]);
  for (const draft of kept)
    if (isEmpty(draft) && !living.has(draft.writer) && now - draft.keptAt > emptyKeepMs) await dropDraft(draft);
  const shown = kept.filter((draft) => !isEmpty(draft) || living.has(draft.writer));
  const name = nextUntitled([...titles, ...shown.map(titleOf)]);
  return { owner, ref, id, writer: crypto.randomUUID(), name, sql, baseVersion: 0, keptAt: now };
}

/** Has a query created that only this computer knows. Its id is known at once; `stored` ends once it is kept. */
function beginDraft(query: NewQuery): { id: string; stored: Promise<void> } {
  const target = { ref: query.ref, id: newQueryId() };
  const draft = newDraft({ ...query, ...target });
  findAhead(
    target,
    draft.then((made) => {
      adopted.set(nameOf(target), [made]);
      return made;
    }),
  );
  return { id: target.id, stored: draft.then(putDraft) };
}

/** A query that only this computer knows, empty or with a text. Answers its id once it is stored. */
export async function createDraft(query: NewQuery): Promise<string> {
  const { id, stored } = beginDraft(query);
  await stored;
  return id;
}

/**
 * Calls back with the queries that only this computer knows, now and whenever a tab changes one; returns the way to
 * stop.
 */
export function watchDrafts(
  { ref }: { ref: string },
  seen: (drafts: { id: string; name: string; statement: string | null }[]) => void,
): () => void {
  const owner = draftOwner();
  let watching = true;
  const look = async () => {
    const unsent = new Map<string, StoredDraft>();
    for (const draft of await keptDrafts(owner, ref))
      if (draft.baseVersion === 0 && draft.sql !== '' && !unsent.has(draft.id)) unsent.set(draft.id, draft);
    if (watching) seen([...unsent.values()].map(({ id, name, sql }) => ({ id, name, statement: firstStatement(sql) })));
  };
  const channel = openChannel((message) => {
    if (message.ref === ref && message.type !== 'asked') void look();
  });
  void look();
  return () => {
    watching = false;
    channel.close();
  };
}

/** A query that does not exist is not the one to open next, and not the one that a run leads to. */
export function forgetQuery({ ref, id }: Target): void {
  if (readStored('lastSnippet', ref) === id) removeStored('lastSnippet', ref);
  forgetRuns({ ref, query: id });
}

/** Forgets what this computer kept of a deleted query, but for what another tab holds. */
export async function deleteDrafts(target: Target): Promise<void> {
  notifyTabs({ type: 'deleted', ...target, writer: pageName });
  forgetQuery(target);
  const [kept, living] = await Promise.all([keptDrafts(draftOwner(), target.ref), livingWriters()]);
  await Promise.all(
    kept.filter(({ id, writer }) => id === target.id && (!living.has(writer) || isOwnWriter(writer))).map(dropDraft),
  );
}

/** This page, where a message is about the page and not about one of its editors. */
export const pageName: string = crypto.randomUUID();

function newQueryOf(ref: string): string {
  const { id, stored } = beginDraft({ ref });
  // An empty query is no loss, and the editor says what it cannot keep.
  stored.catch(() => undefined);
  return id;
}

function lastQueryOf(ref: string): string | null {
  const id = readStored('lastSnippet', ref);
  if (id !== null) findAhead({ ref, id }, storedDraft({ ref, id }));
  return id;
}

/**
 * The query to open: the named one, else the one that was open last, else a new one. It is remembered for the next
 * visit.
 */
export function queryToOpen({ ref, id }: { ref: string; id: string | null }): string {
  const chosen = id ?? lastQueryOf(ref) ?? newQueryOf(ref);
  writeStored('lastSnippet', chosen, ref);
  return chosen;
}
