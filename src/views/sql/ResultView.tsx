import { Suspense } from 'react';
import { wholeOf } from '../../contract/sql/resultText.ts';
import type { PlanView } from '../../contract/sql/sqlEditor.ts';
import { PlanPanel } from './planParts.ts';
import { isWholePlan } from './planResult.ts';
import { ResultPanel, type ResultPanelProps } from './ResultPanel.tsx';
import { useAnswer } from './useResultStore.ts';

/** One result: a plan as a tree where the user wants that, everything else as rows. */
export function ResultView({ planView, ...panel }: ResultPanelProps & { planView: PlanView }) {
  const { run, index, isReceiving, results } = panel;
  const store = useAnswer(run);
  const received = store.received[index]!;
  const rows = <ResultPanel {...panel} />;
  if (planView === 'rows' || isReceiving || !isWholePlan(received)) return rows;
  return (
    <Suspense>
      <PlanPanel
        result={received}
        rows={rows}
        onCopyRequested={() =>
          results.send({
            type: 'copy.requested',
            request: {
              run,
              result: index,
              asReceived: true,
              range: wholeOf(received),
              format: 'tsv',
              withHeader: false,
            },
          })
        }
      />
    </Suspense>
  );
}
