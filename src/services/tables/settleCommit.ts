import { settledCommitSchema, type SettledCommit } from '../../contract/tables/settledCommit.ts';
import { post } from '../http/http.ts';
import { tablesPath, type ByRef } from './tablePaths.ts';

/** What became of a commit whose answer was lost. It is never made after this. */
export const settleCommit = (
  { ref, commit }: ByRef & { commit: string },
  signal: AbortSignal,
): Promise<SettledCommit> =>
  post(`${tablesPath({ ref })}/commits/${encodeURIComponent(commit)}/settle`, undefined, settledCommitSchema, {
    signal,
    waits: true,
  });
