import type { StoredDraft } from '../../contract/sql/draft.ts';
import { isUnnamed } from '../../contract/sql/queryTitle.ts';
import { savedName, type SaveSnippet } from '../../contract/sql/saveSnippet.ts';
import type { Snippet } from '../../contract/sql/snippet.ts';
import { openResourceTabs } from '../browser/resourceTabs.ts';
import { draftOwner } from './drafts.ts';
import { dropDraft } from './draftStore.ts';
import { notifyTabs } from './draftTabs.ts';
import { saveSnippet } from './snippets.ts';

interface Target {
  ref: string;
  id: string;
}

const nameOf = ({ ref, id }: Target): string => `${ref}/${id}`;

/** By query, the save that has not been answered. It goes on when its editor is left. */
const underway = new Map<string, Promise<Snippet>>();

/** By query, what is still sent although its editor was left. */
const leaving = new Map<string, Promise<void>>();

/** Forgets what has ended, unless another followed. */
async function holdUntilEnd<Result>(held: Map<string, Promise<Result>>, name: string, work: Promise<Result>) {
  held.set(name, work);
  await work.catch(() => undefined);
  if (held.get(name) === work) held.delete(name);
}

/** Characters that may outlive a page: browsers take 64 KiB, and a character has up to three bytes. */
const outlivingMax = 20_000;

/** A page whose query was left, or that is hidden, may be closed before the answer. */
export function saveDraft(
  { ref, id, body }: Target & { body: SaveSnippet },
  isGoing = document.visibilityState === 'hidden',
): Promise<Snippet> {
  const saving = saveSnippet({ ref, id, body }, { keepalive: isGoing && body.sql.length < outlivingMax });
  void holdUntilEnd(underway, nameOf({ ref, id }), saving);
  return saving;
}

async function send(draft: StoredDraft): Promise<void> {
  const { owner, ref, id, writer, sql, baseVersion } = draft;
  // What was typed on while an earlier text was sent follows on that one.
  const before = await underway.get(nameOf(draft));
  const name = savedName(draft.name);
  const isSent = before?.sql === sql && before.name === name;
  if (!isSent && draftOwner() !== owner) return;
  const { version } = isSent
    ? before
    : await saveDraft({ ref, id, body: { name, sql, base_version: before?.version ?? baseVersion } }, true);
  await dropDraft(draft);
  notifyTabs({ type: 'saved', ref, id, writer, version });
  // The list of queries is read again, in this page as in the others.
  const tabs = openResourceTabs(() => undefined);
  tabs.tell({ names: ['snippets'], params: { ref } });
  tabs.close();
}

/**
 * Sends a text whose editor was left before the server had it. One that the server does not take stays on this
 * computer, and the next editor of the query asks what to do with it.
 */
export function sendLeftDraft(draft: StoredDraft): void {
  if (draft.sql === '' && draft.baseVersion === 0 && isUnnamed(draft.name)) return;
  void holdUntilEnd(leaving, nameOf(draft), send(draft));
}

/** Resolves when the server has answered to what was left of a query in this page. */
export const leftDraftSent = (target: Target): Promise<void> =>
  (leaving.get(nameOf(target)) ?? Promise.resolve()).catch(() => undefined);
