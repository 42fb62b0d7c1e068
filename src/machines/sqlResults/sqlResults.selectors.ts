import type { SnapshotFrom } from 'xstate';
import type { ResultsTab, sqlResultsMachine } from './sqlResults.machine.ts';

type SqlResultsSnapshot = SnapshotFrom<typeof sqlResultsMachine>;

/** The chosen tab, with the run it was chosen at. */
export const selectChosenTab = ({ context }: SqlResultsSnapshot) => context.tab;

const firstResult: ResultsTab = { pane: 'result', index: 0 };

/** The tab to show: a new run begins at its first result, whatever was looked at before. */
export function shownTab(chosen: ReturnType<typeof selectChosenTab>, run: string | null, results: number): ResultsTab {
  if (!chosen || chosen.run !== run) return firstResult;
  return chosen.tab.pane === 'result' && chosen.tab.index >= results ? firstResult : chosen.tab;
}

export const selectOpenCell = ({ context }: SqlResultsSnapshot) => context.cell;
export const selectIsExporting = (snapshot: SqlResultsSnapshot): boolean => snapshot.matches({ transfer: 'exporting' });
export const selectIsCopyingCells = (snapshot: SqlResultsSnapshot): boolean => snapshot.matches({ transfer: 'copying' });
