import { failureOf, type Failure } from '../../contract/common/apiError.ts';
import type { StoredDraft } from '../../contract/sql/draft.ts';
import { watchLeaving } from '../browser/pageLeaving.ts';
import { draftOwner, pageName, takeAdopted } from './drafts.ts';
import { sendLeftDraft } from './draftSaves.ts';
import { dropDraft, putDraft, putDraftNow } from './draftStore.ts';
import { holdWriter, openChannel, whenGone } from './draftTabs.ts';

export type DraftText = Pick<StoredDraft, 'name' | 'sql' | 'baseVersion'>;

type PersistenceCommand =
  | { type: 'text.changed'; revision: number; draft: DraftText }
  | { type: 'pause.reached' }
  | { type: 'text.saved'; revision: number; version: number };

export type PersistenceReport =
  | { type: 'local.saved'; revision: number }
  | { type: 'local.failed'; failure: Failure }
  | { type: 'otherTab.edited' }
  | { type: 'otherTab.settled' }
  | { type: 'otherTab.saved'; version: number }
  | { type: 'network.returned' }
  | { type: 'page.hidden' };

interface OtherTabsOptions {
  target: { ref: string; id: string };
  writer: string;
  report: (fact: PersistenceReport) => void;
  /** Another tab asks who edits the same query. */
  asked: () => void;
  deleted: () => void;
}

/** Tells other tabs what this one does with a query, and reports what they do with it. */
function followOtherTabs({ target, writer, report, asked, deleted }: OtherTabsOptions) {
  /** By writer, what stops waiting for the end of its tab. */
  const editing = new Map<string, () => void>();
  const clearOther = (other: string) => {
    editing.get(other)?.();
    if (editing.delete(other) && editing.size === 0) report({ type: 'otherTab.settled' });
  };
  const channel = openChannel((message) => {
    if (message.ref !== target.ref || message.id !== target.id) return;
    switch (message.type) {
      case 'asked':
        asked();
        break;
      case 'edited':
        if (editing.has(message.writer)) break;
        editing.set(
          message.writer,
          whenGone(message.writer, () => clearOther(message.writer)),
        );
        if (editing.size === 1) report({ type: 'otherTab.edited' });
        break;
      case 'settled':
        clearOther(message.writer);
        break;
      case 'saved':
        clearOther(message.writer);
        report({ type: 'otherTab.saved', version: message.version });
        break;
      case 'deleted':
        // The user of this page deleted it; another page's user is told by the next save.
        if (message.writer === pageName) deleted();
    }
  });
  return {
    announce: (type: 'asked' | 'edited' | 'settled') => channel.tell({ type, ...target, writer }),
    tellSaved: (version: number) => channel.tell({ type: 'saved', ...target, writer, version }),
    stop() {
      editing.forEach((stopWaiting) => stopWaiting());
      channel.close();
    },
  };
}

/**
 * Keeps one editor's text on this computer. It knows the latest text at any moment, so that it can still be written
 * when the page goes, and be sent when the editor does; it writes under its own name, so that no other tab's text is
 * ever written over.
 */
export function persistDraft(
  target: { ref: string; id: string },
  report: (fact: PersistenceReport) => void,
): { receive(command: PersistenceCommand): void; stop(): void } {
  const key = { owner: draftOwner(), ...target, writer: crypto.randomUUID() };
  const release = holdWriter(key.writer);

  let latest: { revision: number; draft: DraftText } | null = null;
  let storedRevision = -1;
  let savedRevision = -1;
  let isAnnounced = false;
  let writing: Promise<void> | null = null;
  /** One write at a time, in the order in which they were asked for. */
  const inOrder = (write: () => Promise<void>) => {
    const before = writing;
    writing = (async () => {
      await before;
      await write();
    })();
  };

  const otherTabs = followOtherTabs({
    target,
    writer: key.writer,
    report,
    asked: () => {
      if (isAnnounced) otherTabs.announce('edited');
    },
    deleted: () => {
      latest = null;
    },
  });
  otherTabs.announce('asked');

  const isUnsaved = () => latest !== null && latest.revision > savedRevision;
  const record = (draft: DraftText): StoredDraft => ({ ...key, ...draft, keptAt: Date.now() });

  const save = () => {
    inOrder(async () => {
      if (!latest) return;
      const { revision, draft } = latest;
      try {
        if (isUnsaved() && revision > storedRevision) {
          await putDraft(record(draft));
          storedRevision = revision;
        }
        await Promise.all(takeAdopted(target).map(dropDraft));
        report({ type: 'local.saved', revision });
      } catch (error) {
        report({ type: 'local.failed', failure: failureOf(error) });
      }
    });
  };
  const drop = () => {
    inOrder(async () => {
      await Promise.all([key, ...takeAdopted(target)].map(dropDraft));
    });
  };

  /** The page may be on its last breath, where only local storage still answers. */
  const saveNow = () => {
    if (!latest || !isUnsaved() || latest.revision <= storedRevision) return;
    if (putDraftNow(record(latest.draft))) storedRevision = latest.revision;
    else save();
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') report({ type: 'page.hidden' });
  };
  const online = () => report({ type: 'network.returned' });
  // Before it is reported: what is reported next is sent from what is stored.
  const stopWatching = watchLeaving(saveNow);
  document.addEventListener('visibilitychange', hidden);
  addEventListener('online', online);

  return {
    receive(command) {
      switch (command.type) {
        case 'text.changed':
          latest = command;
          if (isUnsaved() && !isAnnounced) {
            isAnnounced = true;
            otherTabs.announce('edited');
          }
          break;
        case 'pause.reached':
          save();
          break;
        case 'text.saved':
          savedRevision = command.revision;
          if (isUnsaved()) {
            // Typed on while it was sent: what is kept from now on was made from the new version.
            latest = { ...latest!, draft: { ...latest!.draft, baseVersion: command.version } };
            storedRevision = -1;
            save();
          } else {
            isAnnounced = false;
            drop();
          }
          otherTabs.tellSaved(command.version);
      }
    },
    stop() {
      saveNow();
      if (latest && isUnsaved()) sendLeftDraft(record(latest.draft));
      if (isAnnounced) otherTabs.announce('settled');
      document.removeEventListener('visibilitychange', hidden);
      stopWatching();
      removeEventListener('online', online);
      otherTabs.stop();
      release();
    },
  };
}
