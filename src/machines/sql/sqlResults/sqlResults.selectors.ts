import type { SnapshotFrom } from 'xstate';
import type { ResultsTab } from '../../../contract/sql/resultsTab.ts';
import type { SqlRemedyRef } from '../sqlRemedy/sqlRemedy.machine.ts';
import type { ResultSummary } from '../sqlRun/sqlRun.machine.ts';
import type { sqlResultsMachine } from './sqlResults.machine.ts';

type SqlResultsSnapshot = SnapshotFrom<typeof sqlResultsMachine>;

/** The chosen tab, with the run it was chosen at. */
export const selectChosenTab = ({ context }: SqlResultsSnapshot) => context.tab;

type Shape = Pick<ResultSummary, 'columns' | 'rows' | 'tag'>;

/** There is something to look at: a statement that runs, or has failed, gives columns at most before its first row. */
export const hasResult = ({ columns, rows, tag }: Shape): boolean => columns > 0 && (rows > 0 || tag !== null);

/**
 * The tab to show. A new run begins at its first result that has columns, whatever was looked at before; a run without
 * one has only messages.
 */
export function shownTab(
  chosen: ReturnType<typeof selectChosenTab>,
  run: string | null,
  results: readonly Shape[],
): ResultsTab {
  const isShown = (index: number) => results[index] !== undefined && hasResult(results[index]);
  if (chosen && chosen.run === run && (chosen.tab.pane !== 'result' || isShown(chosen.tab.index))) return chosen.tab;
  const first = results.findIndex((_, index) => isShown(index));
  return first === -1 ? { pane: 'messages' } : { pane: 'result', index: first };
}

export const selectOpenCell = ({ context }: SqlResultsSnapshot) => context.cell;
export const selectIsExporting = (snapshot: SqlResultsSnapshot): boolean => snapshot.matches({ transfer: 'exporting' });
export const selectIsCopyingCells = (snapshot: SqlResultsSnapshot): boolean =>
  snapshot.matches({ transfer: 'copying' });
/** Closing what runs have opened, once the user wanted that. */
export const selectRemedies = ({ children }: SqlResultsSnapshot) =>
  children.remedy as unknown as SqlRemedyRef | undefined;
