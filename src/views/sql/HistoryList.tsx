import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import Play from 'lucide-react/icons/play';
import { useState, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { oneLine } from '../../contract/sql/oneLine.ts';
import type { QueryHistoryEntry } from '../../contract/sql/snippet.ts';
import { outcomeWords } from '../parts/outcomeWords.ts';
import { durationWords } from '../parts/quantities.ts';
import { ResourceError } from '../parts/ResourceError.tsx';
import type { Resource } from '../parts/useResource.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Time } from '../ui/Time.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';

const frame = css({ display: 'grid', alignContent: 'start', gap: '3', height: 'full', overflow: 'auto', padding: '3' });
const filters = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' });
const searchPlace = css({ flexBasis: 'popover', minWidth: '0' });
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
  paddingBlock: 'row.small',
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

const outcomeTones: Readonly<Record<QueryHistoryEntry['outcome'], BadgeTone>> = {
  running: 'accent',
  succeeded: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  unknown: 'neutral',
};

/** Longest line, in characters. */
const shownLength = 300;

interface ActionProps {
  icon: ReactNode;
  words: string;
  /** Of the query, which tells equal buttons apart. */
  line: string;
  isDisabled: boolean;
  onClick: () => void;
}

const Action = ({ icon, words, line, isDisabled, onClick }: ActionProps) => (
  <Tooltip content={words}>
    <IconButton
      size="small"
      icon={icon}
      label={`${words}: ${line.slice(0, 60)}`}
      tip={false}
      disabled={isDisabled}
      onClick={onClick}
    />
  </Tooltip>
);

interface HistoryListProps {
  history: Resource<'queryHistory'>;
  /** Something runs, or cannot be run now. */
  isBlocked: boolean;
  onRun: (sql: string) => void;
  onInsert: (sql: string) => void;
}

/** What was run on this project before, the latest first. */
export function HistoryList({ history, isBlocked, onRun, onInsert }: HistoryListProps) {
  const [search, setSearch] = useState('');
  const [isFailedOnly, setFailedOnly] = useState(false);
  if (history.state === 'loading')
    return (
      <div className={frame}>
        <SkeletonRows label="Loading the history" />
      </div>
    );
  if (history.state === 'failed')
    return (
      <div className={frame}>
        <ResourceError title="Could not load the history" read={history} />
      </div>
    );
  if (history.data.length === 0)
    return (
      <div className={frame}>
        <EmptyState title="No history yet">Queries that you run on this project appear here.</EmptyState>
      </div>
    );
  const wanted = search.trim().toLowerCase();
  const shown = history.data.filter(
    ({ sql: text, outcome }) => text.toLowerCase().includes(wanted) && (!isFailedOnly || outcome === 'failed'),
  );
  return (
    <div className={frame}>
      <div className={filters}>
        <div className={searchPlace}>
          <TextField
            label="Search history"
            hideLabel
            placeholder="Search history"
            type="search"
            value={search}
            onValueChange={setSearch}
          />
        </div>
        <Checkbox label="Failed only" checked={isFailedOnly} onCheckedChange={setFailedOnly} />
      </div>
      {shown.length === 0 && <EmptyState title="No matching runs" />}
      <ul className={list}>
        {shown.map((run) => {
          const line = oneLine(run.sql, shownLength);
          return (
            <li key={run.id} className={entry}>
              <span>
                <Badge tone={outcomeTones[run.outcome]}>{outcomeWords[run.outcome]}</Badge>
              </span>
              <code className={sql} data-cut="">
                {line}
              </code>
              <span className={facts} data-cut="">
                <Time value={run.started_at} />
                {run.duration_ms !== null && `, ${durationWords(run.duration_ms)}`}
                {run.cut && ', truncated'}
                {run.error !== null && `, ${oneLine(run.error, shownLength)}`}
              </span>
              <span className={actions}>
                <Action
                  icon={<CornerDownLeft />}
                  words="Insert into editor"
                  line={line}
                  isDisabled={run.cut === true}
                  onClick={() => onInsert(run.sql)}
                />
                <Action
                  icon={<Play />}
                  words="Run again"
                  line={line}
                  isDisabled={isBlocked || run.cut === true}
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
