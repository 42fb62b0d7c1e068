import { failureOf } from '../../contract/common/apiError.ts';
import type { CommitOutcome, RowChange } from '../../contract/tables/changes.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import { deleteSentCommit, recallSentCommits, storeSentCommit } from './stagedStore.ts';
import { commitChanges, settleCommit } from './tables.ts';

/** A table of a project. */
interface Target {
  ref: string;
  id: number;
}

/** A commit whose outcome is not known. */
interface Sent {
  commit: string;
  rows: readonly string[];
}

/** What a browser that stores nothing knows, as long as the page lasts; by table. */
const remembered = new Map<string, Sent[]>();
const nameOf = ({ ref, id }: Target): string => `${ref} ${id}`;
const rememberedOf = (target: Target): readonly Sent[] => remembered.get(nameOf(target)) ?? [];

async function remember(target: Target, sent: Sent): Promise<void> {
  remembered.set(nameOf(target), [...rememberedOf(target), sent]);
  await storeSentCommit(target, sent.commit, sent.rows).catch(() => undefined);
}

async function forget(target: Target, commit: string): Promise<void> {
  remembered.set(
    nameOf(target),
    rememberedOf(target).filter((sent) => sent.commit !== commit),
  );
  await deleteSentCommit(target, commit).catch(() => undefined);
}

/** The server refused it before anything was committed. */
const isRefusal = (error: unknown): boolean => {
  const { code } = failureOf(error);
  return typeof code === 'number' && code < 500;
};

/** The commits of a table whose outcome is not known. */
export async function undecidedCommits(target: Target): Promise<readonly Sent[]> {
  const known = rememberedOf(target);
  const stored = await recallSentCommits(target).catch(() => []);
  return [...known, ...stored.filter(({ commit }) => known.every((sent) => sent.commit !== commit))];
}

/** Makes all changes, or none. The commit is stored until its outcome is known. */
export async function commitStaged(
  { changes, viewAs, ...target }: Target & { changes: Readonly<Record<string, RowChange>>; viewAs: ViewAs | null },
  signal: AbortSignal,
): Promise<CommitOutcome> {
  const commit = crypto.randomUUID();
  await remember(target, { commit, rows: Object.keys(changes) });
  try {
    const outcome = await commitChanges({ ...target, commit, viewAs, rows: Object.values(changes) }, signal);
    await forget(target, commit);
    return outcome;
  } catch (error) {
    if (isRefusal(error)) await forget(target, commit);
    throw error;
  }
}

/** Asks what became of the commits of a table without an answer. Gives the ids of the rows that were committed. */
export async function settleStaged(target: Target, signal: AbortSignal): Promise<readonly string[]> {
  const committed: string[] = [];
  for (const { commit, rows } of await undecidedCommits(target)) {
    const { outcome } = await settleCommit({ ref: target.ref, commit }, signal);
    if (outcome === 'committed') committed.push(...rows);
    await forget(target, commit);
  }
  return committed;
}
