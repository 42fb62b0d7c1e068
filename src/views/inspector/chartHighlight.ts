import type { Highlight } from '../../inspector/chart/viewport.ts';

/** The highlighted states and the possible transitions of a chart. */
export interface ChartHighlight extends Highlight {
  /** Changes with every such event, so that a repeated transition is animated again. */
  movedSeq: number | null;
  /** Keys of the transitions that leave active states. */
  possible: ReadonlySet<string>;
}

export const anyOf = (keys: readonly string[], of: ReadonlySet<string>): boolean =>
  of.size > 0 && keys.some((key) => of.has(key));
