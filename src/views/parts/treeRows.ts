/** A row of a tree that is drawn as a list. */
interface Row {
  /** 0 for a root. */
  depth: number;
}

/** Rows that are not inside a collapsed branch; parents come before their children. */
export function visibleRows<Shown extends Row>(
  rows: readonly Shown[],
  isClosed: (row: Shown) => boolean,
): readonly Shown[] {
  let hiddenBelow = Infinity;
  return rows.filter((row) => {
    if (row.depth > hiddenBelow) return false;
    hiddenBelow = isClosed(row) ? row.depth : Infinity;
    return true;
  });
}

/** Target of a key in the tree, following the ARIA tree pattern. `expanded` is null for a row without others in it. */
export function treeMove(
  visible: readonly Row[],
  at: number,
  key: string,
  expanded: boolean | null,
): { to: number } | 'toggle' | null {
  const row = visible[at];
  if (!row) return null;
  const bounded = (to: number) => ({ to: Math.max(0, Math.min(visible.length - 1, to)) });
  switch (key) {
    case 'ArrowDown':
      return bounded(at + 1);
    case 'ArrowUp':
      return bounded(at - 1);
    case 'Home':
      return bounded(0);
    case 'End':
      return bounded(visible.length - 1);
    case 'ArrowRight':
      return expanded === null ? null : expanded ? bounded(at + 1) : 'toggle';
    case 'ArrowLeft': {
      if (expanded) return 'toggle';
      const parent = visible.findLastIndex(({ depth }, index) => index < at && depth < row.depth);
      return parent < 0 ? null : { to: parent };
    }
    default:
      return null;
  }
}
