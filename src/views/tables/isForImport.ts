import { changesMax } from '../../contract/tables/changes.ts';

/** About as much as can be staged, in characters. */
const stagedLength = 2_000_000;

/** Whether a block is too large to be staged, and is imported instead. Lines are counted only as far as that takes. */
export function isForImport(text: string): boolean {
  if (text.length > stagedLength) return true;
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && lines <= changesMax; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines > changesMax;
}
