/** A line of two texts side by side. A changed line has both sides, an added or removed one has one. */
export interface DiffRow {
  kind: 'same' | 'changed' | 'removed' | 'added';
  left: { number: number; text: string } | null;
  right: { number: number; text: string } | null;
}

/** Beyond this many pairs of lines a diff takes longer than a person waits; the middle is then shown as wholly changed. */
const mostPairs = 4_000_000;

/** Lengths of the longest common subsequence of every pair of ends, row by row. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint32Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    const row = table[i]!;
    const below = table[i + 1]!;
    for (let j = right.length - 1; j >= 0; j--)
      row[j] = left[i] === right[j] ? below[j + 1]! + 1 : Math.max(below[j]!, row[j + 1]!);
  }
  return table;
}

type Step = { kind: 'same' | 'removed' | 'added' };

function steps(left: readonly string[], right: readonly string[]): Step[] {
  if (left.length * right.length > mostPairs)
    return [...left.map((): Step => ({ kind: 'removed' })), ...right.map((): Step => ({ kind: 'added' }))];
  const table = commonLengths(left, right);
  const found: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      found.push({ kind: 'same' });
      i++;
      j++;
    } else if (j === right.length || (i < left.length && table[i + 1]![j]! >= table[i]![j + 1]!)) {
      found.push({ kind: 'removed' });
      i++;
    } else {
      found.push({ kind: 'added' });
      j++;
    }
  }
  return found;
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
  const middle = steps(left.slice(head, left.length - tail), right.slice(head, right.length - tail));
  const all: Step[] = [
    ...Array.from({ length: head }, (): Step => ({ kind: 'same' })),
    ...middle,
    ...Array.from({ length: tail }, (): Step => ({ kind: 'same' })),
  ];

  const rows: DiffRow[] = [];
  let i = 0;
  let j = 0;
  /** Removed lines that wait for an added one to stand beside. */
  let waiting = rows.length;
  for (const { kind } of all) {
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
