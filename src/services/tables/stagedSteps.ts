import { ownValue } from '../../contract/common/ownValue.ts';
import { byNumber } from '../../contract/tables/columnNumbers.ts';
import { stagedStepsSchema, type StagedChange, type StagedSteps } from '../../contract/tables/stagedRow.ts';
import { entry, readStored, removeStored, writeStored } from '../browser/storage.ts';
import type { ById } from './tablePaths.ts';

/** By user, project and table: what this tab can undo and make again, over a reload and over other tables. */
const stepsEntry = entry('staged-steps', stagedStepsSchema, { ofTab: true });

/** The steps before those that this holds are not kept: more finds no room in the tab's storage. */
const rowsMax = 1000;
const lengthMax = 500_000;

/** After the key that was pressed has been painted, and not at each of them. */
const pauseMs = 300;

type Delta = Readonly<Record<string, StagedChange | null>>;

/** The same text for the same change, whatever its columns are called. */
const textOf = (change: StagedChange | null | undefined): string => (change ? JSON.stringify(byNumber(change)) : '');

/** The latest steps, as many as there is room for. */
function latest(steps: readonly Delta[], room: { rows: number; length: number }): Delta[] {
  const kept: Delta[] = [];
  for (const step of steps.toReversed()) {
    room.rows -= Object.keys(step).length;
    if (room.rows >= 0) room.length -= JSON.stringify(step).length;
    if (room.rows < 0 || room.length < 0) break;
    kept.unshift(step);
  }
  return kept;
}

/** Keeps the steps of a table in this tab. */
export function openSteps({ ref, id }: ById) {
  const member = `${readStored('owner') ?? ''}/${ref}/${id}`;
  const changes = new Map<string, StagedChange | null>();
  let waiting: StagedSteps | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    if (waiting === null) return;
    const room = { rows: rowsMax, length: lengthMax };
    const [undoable, redoable] = [latest(waiting.undoable, room), latest(waiting.redoable, room)];
    waiting = null;
    const rows = new Set([...undoable, ...redoable].flatMap((step) => Object.keys(step)));
    const at = Object.fromEntries([...rows].map((row) => [row, changes.get(row) ?? null]));
    if (rows.size === 0 || !writeStored(stepsEntry, { undoable, redoable, at }, member))
      removeStored(stepsEntry, member);
  };
  const note = (rows: Delta) => {
    for (const [row, change] of Object.entries(rows)) changes.set(row, change);
  };
  addEventListener('pagehide', write);
  return {
    /** Another tab has changed some rows. */
    note,
    /** A step of this tab, and those that are left after it. */
    keep(rows: Delta, steps: StagedSteps): void {
      note(rows);
      waiting = steps;
      clearTimeout(timer);
      timer = setTimeout(write, pauseMs);
    },
    /** The steps of before, as far as the rows are still as they left them. */
    recall(staged: Readonly<Record<string, StagedChange>>): StagedSteps {
      for (const [row, change] of Object.entries(staged)) if (!changes.has(row)) changes.set(row, change);
      const kept = readStored(stepsEntry, member);
      if (kept === null) return { undoable: [], redoable: [] };
      const isSame = (row: string): boolean => textOf(ownValue(kept.at, row)) === textOf(ownValue(staged, row));
      const valid = (steps: readonly Delta[]) =>
        steps
          .map((step) => Object.fromEntries(Object.entries(step).filter(([row]) => isSame(row))))
          .filter((step) => Object.keys(step).length > 0);
      return { undoable: valid(kept.undoable), redoable: valid(kept.redoable) };
    },
    close(): void {
      write();
      removeEventListener('pagehide', write);
    },
  };
}
