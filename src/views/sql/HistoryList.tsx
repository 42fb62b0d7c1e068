import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Play from 'lucide-react/icons/play';
import { css } from 'styled-system/css';
import type { QueryHistoryEntry } from '../../contract/sql/snippet.ts';
import type { Resource } from '../parts/useResource.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { duration } from './words.ts';

const frame = css({ height: 'full', overflow: 'auto', padding: '3' });
const list = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr) auto]',
  columnGap: '3',
  margin: '0',
  padding: '0',
  listStyle: 'none',
});
const entry = css({
  display: 'grid',
  gridColumn: '[1 / -1]',
  gridTemplateColumns: '[subgrid]',
  rowGap: '0.5',
  alignItems: 'center',
  paddingBlock: '1.5',
  borderBottom: 'hairline',
  _last: { borderBottom: 'none' },
});
const sql = css({ textStyle: 'mono', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const facts = css({
  gridColumn: '2',
  textStyle: 'small',
  color: 'muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const actions = css({ display: 'inline-flex', gridRow: '[1 / span 2]', gridColumn: '3' });

const outcomes: Record<QueryHistoryEntry['outcome'], { tone: BadgeTone; word: string }> = {
  running: { tone: 'accent', word: 'Running' },
  succeeded: { tone: 'success', word: 'Succeeded' },
  failed: { tone: 'danger', word: 'Failed' },
  cancelled: { tone: 'neutral', word: 'Canceled' },
  unknown: { tone: 'neutral', word: 'Unknown' },
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);

export interface HistoryListProps {
  history: Resource<'queryHistory'>;
  /** Something runs, or cannot be run now. */
  isBlocked: boolean;
  onRun: (sql: string) => void;
  onInsert: (sql: string) => void;
}

/** What was run on this project before, the latest first. */
export function HistoryList({ history, isBlocked, onRun, onInsert }: HistoryListProps) {
  if (history.state === 'loading')
    return (
      <div className={frame}>
        <SkeletonRows label="Loading the history" />
      </div>
    );
  if (history.state === 'failed')
    return (
      <div className={frame}>
        <ErrorState
          title="Could not load the history"
          failure={history.failure}
          onRetry={history.retry}
          retrying={history.refreshing}
        />
      </div>
    );
  if (history.data.length === 0)
    return (
      <div className={frame}>
        <EmptyState title="No history yet">Queries that you run on this project appear here.</EmptyState>
      </div>
    );
  return (
    <div className={frame}>
      <ul className={list}>
        {history.data.map((run) => {
          const { tone, word } = outcomes[run.outcome];
          const line = oneLine(run.sql);
          return (
            <li key={run.id} className={entry}>
              <span>
                <Badge tone={tone}>{word}</Badge>
              </span>
              <code className={sql} title={line}>
                {line}
              </code>
              <span className={facts}>
                <Time value={run.started_at} />
                {run.duration_ms !== null && `, ${duration(run.duration_ms)}`}
                {run.cut && ', truncated'}
                {run.error !== null && `, ${oneLine(run.error)}`}
              </span>
              <span className={actions}>
                <IconButton
                  size="small"
                  icon={<CornerDownLeft />}
                  label={`Insert into editor: ${line.slice(0, 60)}`}
                  disabled={run.cut === true}
                  onClick={() => onInsert(run.sql)}
                />
                <IconButton
                  size="small"
                  icon={<Play />}
                  label={`Run again: ${line.slice(0, 60)}`}
                  disabled={isBlocked || run.cut === true}
                  onClick={() => onRun(run.sql)}
                />
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
