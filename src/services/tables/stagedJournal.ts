import { stagedStepSchema, type StagedStep } from '../../contract/tables/stagedRow.ts';
import { entry, readStored, removeStored, storedMembers, writeStored } from '../browser/storage.ts';
import type { ById } from './tablePaths.ts';

/**
 * By user, project, table and number: steps that are not in the database yet. A page may be reloaded before that has
 * opened, which takes as long as the disk does; the tab's storage keeps them at once.
 */
const journal = entry('staged-journal', stagedStepSchema, { ofTab: true });

/** More would hold up the page, and find no room in the tab's storage. */
const rowsMax = 1000;
const lengthMax = 1_000_000;

interface Owned extends ById {
  owner: string;
}

/** The steps of this page, rather than of the one before its reload, by their members. */
const own = new Map<string, StagedStep>();
let steps = 0;

const startOf = ({ owner, ref, id }: Owned): string => `${owner}/${ref}/${id}/`;
const numberOf = (member: string): number => Number(member.slice(member.lastIndexOf('/') + 1));

/** Rough length of a step as it is stored. */
const lengthOf = ({ rows }: StagedStep): number =>
  Object.values(rows)
    .flatMap((change) => (change === null || change.type === 'delete' ? [] : Object.values(change.values)))
    .reduce((length, value) => length + (value?.length ?? 0), 0);

function keep(member: string, step: StagedStep): void {
  if (Object.keys(step.rows).length === 0) {
    own.delete(member);
    removeStored(journal, member);
    return;
  }
  own.set(member, step);
  writeStored(journal, step, member);
}

/**
 * Keeps a step until it is written. The function that it returns is called then: neither this step nor an earlier one
 * says anything of these rows any more. A step that cannot be written stays.
 */
export function keepInJournal(table: Owned, step: StagedStep): () => void {
  steps = Math.max(steps, ...storedMembers(journal).map(numberOf)) + 1;
  const number = steps;
  const start = startOf(table);
  if (Object.keys(step.rows).length <= rowsMax && lengthOf(step) <= lengthMax) keep(`${start}${number}`, step);
  return () => {
    for (const [member, { madeAt, rows }] of own) {
      if (!member.startsWith(start) || numberOf(member) > number) continue;
      keep(member, {
        madeAt,
        rows: Object.fromEntries(Object.entries(rows).filter(([row]) => !Object.hasOwn(step.rows, row))),
      });
    }
  };
}

/** Takes the steps that this tab could not write before its reload, in their order. */
export function takeFromJournal(table: Owned): StagedStep[] {
  return storedMembers(journal)
    .filter((member) => member.startsWith(startOf(table)) && !own.has(member))
    .toSorted((one, other) => numberOf(one) - numberOf(other))
    .flatMap((member) => {
      const step = readStored(journal, member);
      removeStored(journal, member);
      return step ?? [];
    });
}
