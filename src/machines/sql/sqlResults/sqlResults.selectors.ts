import type { SnapshotFrom } from 'xstate';
import type { ResultSummary } from '../sqlRun/sqlRun.machine.ts';
import type { ResultsTab, sqlResultsMachine } from './sqlResults.machine.ts';

type SqlResultsSnapshot = SnapshotFrom<typeof sqlResultsMachine>;

/** The chosen tab, with the run it was chosen at. */
export const selectChosenTab = ({ context }: SqlResultsSnapshot) => context.tab;

/**
 * The tab to show. A new run begins at its first result that has columns, whatever was looked at before; a run without one
 * has only messages.
 */
export function shownTab(
  chosen: ReturnType<typeof selectChosenTab>,
  run: string | null,
  results: readonly Pick<ResultSummary, 'columns'>[],
): ResultsTab {
  const hasRows = (index: number) => (results[index]?.columns ?? 0) > 0;
  if (chosen && chosen.run === run && (chosen.tab.pane !== 'result' || hasRows(chosen.tab.index))) return chosen.tab;
  const first = results.findIndex(({ columns }) => columns > 0);
  return first === -1 ? { pane: 'messages' } : { pane: 'result', index: first };
}

export const selectOpenCell = ({ context }: SqlResultsSnapshot) => context.cell;
export const selectIsExporting = (snapshot: SqlResultsSnapshot): boolean => snapshot.matches({ transfer: 'exporting' });
export const selectIsCopyingCells = (snapshot: SqlResultsSnapshot): boolean =>
  snapshot.matches({ transfer: 'copying' });
