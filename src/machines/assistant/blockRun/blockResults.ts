import type { Cell, Column } from '../../../contract/sql/query.ts';

/** The rows of one statement of a block's last run. */
export interface BlockResult {
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

/** Rows of blocks by their key: beside the charts, which know only counts. */
const results = new Map<string, readonly BlockResult[]>();

export const blockResults = {
  put: (key: string, those: readonly BlockResult[]): void => void results.set(key, those),
  of: (key: string): readonly BlockResult[] => results.get(key) ?? [],
  clear: (): void => results.clear(),
};

/** A short name of a text, so that no state is named by what the user or the model wrote. */
function hashOf(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}

/** What a block of an answer is known by. */
export const blockKeyOf = (answerId: string, sql: string): string => `${answerId}-${hashOf(sql)}`;
