import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import Loader from 'lucide-react/icons/loader-circle';
import Terminal from 'lucide-react/icons/square-terminal';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { oneLine } from '../../contract/sql/oneLine.ts';
import type { QueryHistoryEntry } from '../../contract/sql/snippet.ts';
import { href } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { outcomeWords } from '../parts/outcomeWords.ts';
import { durationWords } from '../parts/quantities.ts';
import { useAvailability } from '../parts/useAvailability.ts';
import type { Resource } from '../parts/useResource.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Time } from '../ui/Time.tsx';
import { EmptyCard } from './EmptyCard.tsx';
import { ReadCard } from './ReadCard.tsx';
import { rowLinkClass, rowsClass } from './rowStyles.ts';

const shownRuns = 5;
/** Longest line, in characters. */
const shownLength = 300;

const outcomeColumn = css({ width: '8' });
const durationColumn = css({ width: '16' });
const timeColumn = css({ width: '20' });
const glyph = css({ display: 'inline-flex', verticalAlign: 'middle', '& > svg': { boxSize: 'icon.small' } });
const spoken = css({ srOnly: true });
// Two lines fit in the height of a row.
const sql = css({
  textStyle: 'mono',
  lineHeight: '[1.35]',
  lineClamp: '2',
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
});
const fact = css({ textStyle: 'small', color: 'muted' });

const outcomeMarks: Readonly<Record<QueryHistoryEntry['outcome'], { icon: ReactNode; color: string }>> = {
  running: { icon: <Loader aria-hidden />, color: css({ color: 'accent' }) },
  succeeded: { icon: <Check aria-hidden />, color: css({ color: 'success' }) },
  failed: { icon: <X aria-hidden />, color: css({ color: 'danger' }) },
  cancelled: { icon: <Ban aria-hidden />, color: css({ color: 'muted' }) },
  unknown: { icon: <CircleHelp aria-hidden />, color: css({ color: 'muted' }) },
};

const Run = ({ projectRef, run }: { projectRef: string; run: QueryHistoryEntry }) => {
  const { icon, color } = outcomeMarks[run.outcome];
  const word = outcomeWords[run.outcome];
  const line = oneLine(run.sql, shownLength);
  return (
    <tr>
      <td>
        <span className={cx(glyph, color)}>
          {icon}
          <span className={spoken}>{word}</span>
        </span>
      </td>
      <td>
        <Link className={cx(rowLinkClass, sql)} href={href('sql', { ref: projectRef }, { run: run.id })} data-cut="">
          {line}
        </Link>
      </td>
      <td className={fact} data-numeric>
        {run.duration_ms !== null && durationWords(run.duration_ms)}
      </td>
      <td className={fact} data-numeric>
        <Time value={run.started_at} detail="short" />
      </td>
    </tr>
  );
};

interface RecentQueriesCardProps {
  projectRef: string;
  history: Resource<'queryHistory'>;
  /** Whether the card is only as high as its rows, because they are there when it is first seen. */
  fits: boolean;
}

/** The user's last queries; each leads back to its query. */
export function RecentQueriesCard({ projectRef: ref, history, fits }: RecentQueriesCardProps) {
  if (!useAvailability()('sql')) return null;
  return (
    <ReadCard
      title="Recent queries"
      what="the recent queries"
      content={fits && history.data?.length ? 'rows' : 'list'}
      read={history}
    >
      {(runs) =>
        runs.length === 0 ? (
          <EmptyCard icon={<Terminal />} title="No queries yet">
            <ButtonLink href={href('sql', { ref }, { example: 'runQuery' })}>Run a query</ButtonLink>
          </EmptyCard>
        ) : (
          <table className={rowsClass}>
            <thead>
              <tr>
                <th scope="col" className={outcomeColumn}>
                  <span className={spoken}>Outcome</span>
                </th>
                <th scope="col">Query</th>
                <th scope="col" className={durationColumn} data-numeric>
                  Duration
                </th>
                <th scope="col" className={timeColumn} data-numeric>
                  Started
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.slice(0, shownRuns).map((run) => (
                <Run key={run.id} projectRef={ref} run={run} />
              ))}
            </tbody>
          </table>
        )
      }
    </ReadCard>
  );
}
