import { failureOf, type Failure } from '../../contract/common/apiError.ts';
import type { StoredDraft } from '../../contract/sql/draft.ts';
import { draftOwner, pageName, takeAdopted } from './drafts.ts';
import { dropDraft, putDraft, putDraftNow } from './draftShelf.ts';
import { holdWriter, openChannel, whenGone } from './draftTabs.ts';

export type KeptText = Pick<StoredDraft, 'name' | 'sql' | 'baseVersion'>;

export type KeeperCommand =
  | { type: 'text.changed'; revision: number; draft: KeptText }
  | { type: 'pause.reached' }
  | { type: 'text.saved'; revision: number; version: number };

export type KeeperReport =
  | { type: 'local.kept'; revision: number }
  | { type: 'local.refused'; failure: Failure }
  | { type: 'otherTab.edited' }
  | { type: 'otherTab.settled' }
  | { type: 'otherTab.saved'; version: number }
  | { type: 'network.returned' };

/**
 * Keeps one editor's text on this computer. It knows the latest text at any moment, so that it can still be written when
 * the page goes; it writes under its own name, so that no other tab's text is ever written over.
 */
export function keepDraft(
  target: { ref: string; id: string },
  report: (fact: KeeperReport) => void,
): { receive(command: KeeperCommand): void; stop(): void } {
  const key = { owner: draftOwner(), ...target, writer: crypto.randomUUID() };
  const release = holdWriter(key.writer);

  let latest: { revision: number; draft: KeptText } | null = null;
  let keptRevision = -1;
  let savedRevision = -1;
  let isTold = false;
  let writing: Promise<void> | null = null;
  /** One write at a time, in the order in which they were asked for. */
  const inOrder = (write: () => Promise<void>) => {
    const before = writing;
    writing = (async () => {
      await before;
      await write();
    })();
  };

  const others = new Map<string, () => void>();
  const forgetOther = (writer: string) => {
    others.get(writer)?.();
    if (others.delete(writer) && others.size === 0) report({ type: 'otherTab.settled' });
  };
  const channel = openChannel((message) => {
    if (message.ref !== target.ref || message.id !== target.id) return;
    switch (message.type) {
      case 'asked':
        if (isTold) tell('edited');
        break;
      case 'edited':
        if (others.has(message.writer)) break;
        others.set(
          message.writer,
          whenGone(message.writer, () => forgetOther(message.writer)),
        );
        if (others.size === 1) report({ type: 'otherTab.edited' });
        break;
      case 'settled':
        forgetOther(message.writer);
        break;
      case 'saved':
        forgetOther(message.writer);
        report({ type: 'otherTab.saved', version: message.version });
        break;
      case 'deleted':
        // The user of this page deleted it; another page's user is told by the next save.
        if (message.writer === pageName) latest = null;
    }
  });
  const tell = (type: 'asked' | 'edited' | 'settled') => channel.tell({ type, ...target, writer: key.writer });
  tell('asked');

  const isUnsaved = () => latest !== null && latest.revision > savedRevision;
  const record = (draft: KeptText): StoredDraft => ({ ...key, ...draft, keptAt: Date.now() });

  const keep = () => {
    inOrder(async () => {
      if (!latest) return;
      const { revision, draft } = latest;
      try {
        if (isUnsaved() && revision > keptRevision) {
          await putDraft(record(draft));
          keptRevision = revision;
        }
        await Promise.all(takeAdopted(target).map(dropDraft));
        report({ type: 'local.kept', revision });
      } catch (error) {
        report({ type: 'local.refused', failure: failureOf(error) });
      }
    });
  };
  const drop = () => {
    inOrder(async () => {
      await Promise.all([key, ...takeAdopted(target)].map(dropDraft));
    });
  };

  /** The page may be on its last breath, where only local storage still answers. */
  const keepNow = () => {
    if (!latest || !isUnsaved() || latest.revision <= keptRevision) return;
    if (putDraftNow(record(latest.draft))) keptRevision = latest.revision;
    else keep();
  };
  const hidden = () => {
    if (document.visibilityState === 'hidden') keepNow();
  };
  const online = () => report({ type: 'network.returned' });
  document.addEventListener('visibilitychange', hidden);
  addEventListener('pagehide', keepNow);
  addEventListener('online', online);

  return {
    receive(command) {
      switch (command.type) {
        case 'text.changed':
          latest = command;
          if (isUnsaved() && !isTold) {
            isTold = true;
            tell('edited');
          }
          break;
        case 'pause.reached':
          keep();
          break;
        case 'text.saved':
          savedRevision = command.revision;
          if (isUnsaved()) {
            // Typed on while it was sent: what is kept from now on was made from the new version.
            latest = { ...latest!, draft: { ...latest!.draft, baseVersion: command.version } };
            keptRevision = -1;
            keep();
          } else {
            isTold = false;
            drop();
          }
          channel.tell({ type: 'saved', ...target, writer: key.writer, version: command.version });
      }
    },
    stop() {
      keepNow();
      if (isTold) tell('settled');
      document.removeEventListener('visibilitychange', hidden);
      removeEventListener('pagehide', keepNow);
      removeEventListener('online', online);
      others.forEach((stopWaiting) => stopWaiting());
      channel.close();
      release();
    },
  };
}
