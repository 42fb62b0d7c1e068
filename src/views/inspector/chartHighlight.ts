import type { Highlight } from '../../inspector/chart/viewport.ts';

/** What is lit on a chart, and what may come. */
export interface ChartHighlight extends Highlight {
  /** Changes with every such event, so that the same way taken twice is seen twice. */
  movedSeq: number | null;
  /** Keys of the transitions that begin in active states. */
  possible: ReadonlySet<string>;
}

export const anyOf = (keys: readonly string[], of: ReadonlySet<string>): boolean =>
  of.size > 0 && keys.some((key) => of.has(key));
