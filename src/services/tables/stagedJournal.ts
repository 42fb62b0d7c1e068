import { stagedStepSchema, type StagedStep } from '../../contract/tables/stagedRow.ts';
import { entry, readStored, removeStored, storedMembers, writeStored } from '../browser/storage.ts';
import type { ById } from './tablePaths.ts';

/**
 * By user, project, table and number: steps that are on their way to the database. A page may be reloaded before that
 * has opened, which takes as long as the disk does; the tab's storage keeps them at once.
 */
const journal = entry('staged-journal', stagedStepSchema, { ofTab: true });

/** More would hold up the page, and find no room in the tab's storage. */
const rowsMax = 1000;

/** Members that this page is writing, rather than the one before its reload. */
const own = new Set<string>();
let steps = 0;

interface Owned extends ById {
  owner: string;
}

const startOf = ({ owner, ref, id }: Owned): string => `${owner}/${ref}/${id}/`;

/** Keeps a step until it is written; returns a function that forgets it. */
export function keepInJournal(table: Owned, step: StagedStep): () => void {
  if (Object.keys(step.rows).length > rowsMax) return () => undefined;
  steps += 1;
  const member = `${startOf(table)}${steps}`;
  own.add(member);
  writeStored(journal, step, member);
  return () => {
    own.delete(member);
    removeStored(journal, member);
  };
}

/** Takes the steps that this tab could not write before its reload, in their order. */
export function takeFromJournal(table: Owned): StagedStep[] {
  const start = startOf(table);
  const numberOf = (member: string): number => Number(member.slice(start.length));
  return storedMembers(journal)
    .filter((member) => member.startsWith(start) && !own.has(member))
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .flatMap((member) => {
      const step = readStored(journal, member);
      removeStored(journal, member);
      return step ?? [];
    });
}
