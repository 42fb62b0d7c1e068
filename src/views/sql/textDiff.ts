import { diffArrays } from 'diff';

/** A line of two texts side by side. A changed line has both sides, an added or removed one has one. */
export interface DiffRow {
  kind: 'same' | 'changed' | 'removed' | 'added';
  left: { number: number; text: string } | null;
  right: { number: number; text: string } | null;
}

/** Beyond this many removed and added lines a diff takes too long; the middle is then shown as wholly changed. */
const maxEdits = 1_000;

type Kind = 'same' | 'removed' | 'added';
interface Run {
  kind: Kind;
  count: number;
}

const run = (kind: Kind, count: number): Run => ({ kind, count });

function compare(left: string[], right: string[]): Run[] {
  const changes = diffArrays(left, right, { maxEditLength: maxEdits });
  if (!changes) return [run('removed', left.length), run('added', right.length)];
  return changes.map(({ added, removed, count }) => run(added ? 'added' : removed ? 'removed' : 'same', count));
}

/** Two texts line by line, what belongs together on one row. */
export function diffRows(leftText: string, rightText: string): DiffRow[] {
  const left = leftText.split('\n');
  const right = rightText.split('\n');
  // What both begin and end with needs no comparing, which is nearly everything of a text that was just edited.
  let head = 0;
  while (head < left.length && head < right.length && left[head] === right[head]) head++;
  let tail = 0;
  while (tail < left.length - head && tail < right.length - head && left.at(-1 - tail) === right.at(-1 - tail)) tail++;
  const middle = compare(left.slice(head, left.length - tail), right.slice(head, right.length - tail));
  const kinds = [run('same', head), ...middle, run('same', tail)].flatMap(({ kind, count }) =>
    Array.from({ length: count }, () => kind),
  );

  const rows: DiffRow[] = [];
  let i = 0;
  let j = 0;
  /** Removed lines that wait for an added one to stand beside. */
  let waiting = rows.length;
  for (const kind of kinds) {
    if (kind === 'same') {
      rows.push({ kind, left: { number: i + 1, text: left[i++]! }, right: { number: j + 1, text: right[j++]! } });
      waiting = rows.length;
    } else if (kind === 'removed') {
      rows.push({ kind, left: { number: i + 1, text: left[i++]! }, right: null });
    } else {
      const beside = rows[waiting];
      const line = { number: j + 1, text: right[j++]! };
      if (beside) rows[waiting] = { kind: 'changed', left: beside.left, right: line };
      else rows.push({ kind, left: null, right: line });
      waiting++;
    }
  }
  return rows;
}
