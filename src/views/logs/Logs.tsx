import { useSelector } from '@xstate/react';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords, grouped } from '../../contract/common/counts.ts';
import { isRangeKept, planKeeping } from '../../contract/logs/keptRange.ts';
import {
  logLevels,
  logRangeNames,
  logRanges,
  logSearchMaxLength,
  logSources,
  logStepMs,
  type LogLevel,
  type LogPage,
  type LogRange,
  type LogSource,
} from '../../contract/logs/logLine.ts';
import type { LogView } from '../../contract/logs/logView.ts';
import { tierName } from '../../contract/organizations/plans.ts';
import type { projectLogsMachine } from '../../machines/logs/projectLogs/projectLogs.machine.ts';
import {
  selectFailure,
  selectHasFailed,
  selectIsFollowing,
  selectIsPaused,
  selectIsReading,
  selectIsReadingMore,
  selectLines,
  selectOpened,
  selectPage,
  selectView,
} from '../../machines/logs/projectLogs/projectLogs.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { PageHeader, PageLayout } from '../ui/PageLayout.tsx';
import { SelectField, type SelectOption } from '../ui/SelectField.tsx';
import { SkeletonTable } from '../ui/SkeletonTable.tsx';
import { Switch } from '../ui/Switch.tsx';
import { TextField } from '../ui/TextField.tsx';
import { Time, timeWords } from '../ui/Time.tsx';
import { TimeSeries } from '../ui/TimeSeries.tsx';
import { LogPanel } from './LogPanel.tsx';
import { LogTable } from './LogTable.tsx';
import { finerRange, levelLabels, rangeLabels, sourceLabels } from './logWords.ts';

type LogsFlow = ActorRefFrom<typeof projectLogsMachine>;

const tools = css({
  display: 'grid',
  gridTemplateColumns: {
    base: '[minmax(0, 1fr) repeat(3, {sizes.name})]',
    mdDown: '[repeat(2, minmax(0, 1fr))]',
  },
  gap: '2',
  '& > :first-child, & > :last-child': { gridColumn: { mdDown: '[1 / -1]' } },
});
const note = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });
const older = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' });
const live = css({ display: 'flex', alignItems: 'center', gap: '3', marginInlineEnd: '2' });

/** The lines of all sources or levels have no value in a field, which needs one. */
const all = 'all';

/** The lines that are asked for, and a way to ask for others. */
function useView(flow: LogsFlow) {
  const view = useSelector(flow, selectView);
  const change = (changes: Partial<LogView>) => flow.send({ type: 'view.changed', view: { ...view, ...changes } });
  return { view, change };
}

/** The ranges, and why the project does not have one. */
function rangeOptions(retention: LogPage['retention'] | undefined): SelectOption<LogRange>[] {
  return logRangeNames.map((range) => {
    const label = rangeLabels[range];
    if (retention === undefined || isRangeKept(range, retention.days)) return { value: range, label };
    const plan = planKeeping(range, retention.server_days ?? Infinity);
    const reason = plan
      ? `${tierName(plan.tier)} plan, ${countWords(plan.days, 'day')}`
      : `This server keeps ${countWords(retention.days, 'day')}`;
    return { value: range, label: `${label} (${reason})`, disabled: true };
  });
}

function Filters({ flow }: { flow: LogsFlow }) {
  const { view, change } = useView(flow);
  const retention = useSelector(flow, selectPage)?.retention;
  return (
    <div className={tools}>
      <TextField
        label="Search entries"
        hideLabel
        type="search"
        placeholder="Search messages and fields"
        maxLength={logSearchMaxLength}
        value={view.search}
        onValueChange={(search) => flow.send({ type: 'search.typed', search })}
      />
      <SelectField<LogSource | typeof all>
        label="Source"
        hideLabel
        value={view.source ?? all}
        options={[
          { value: all, label: 'All sources' },
          ...logSources.map((source) => ({ value: source, label: sourceLabels[source] })),
        ]}
        onValueChange={(source) => change({ source: source === all ? null : source })}
      />
      <SelectField<LogLevel | typeof all>
        label="Level"
        hideLabel
        value={view.level ?? all}
        options={[
          { value: all, label: 'All levels' },
          ...logLevels.map((level) => ({ value: level, label: levelLabels[level] })),
        ]}
        onValueChange={(level) => change({ level: level === all ? null : level })}
      />
      <SelectField
        label="Time range"
        hideLabel
        value={view.range}
        options={rangeOptions(retention)}
        onValueChange={(range) => change({ range, to: null })}
      />
    </div>
  );
}

/** How many lines there were, with a way to look closer. */
function Histogram({ flow, points }: { flow: LogsFlow; points: NonNullable<LogPage['points']> }) {
  const { view, change } = useView(flow);
  const { step } = logRanges[view.range];
  const finer = finerRange(view.range);
  const total = points.reduce((sum, { lines }) => sum + lines, 0);
  return (
    <Card
      title="Log entries over time"
      actions={
        view.to !== null && (
          <Button size="small" iconEnd={<X />} onClick={() => change({ to: null })}>
            {`Until ${timeWords(new Date(view.to), 'full')}`}
          </Button>
        )
      }
    >
      <TimeSeries
        label="Log entries"
        points={points.map(({ at, lines }) => ({ at, value: lines }))}
        step={step}
        shape="bars"
        describe={(value) => countWords(value, 'entry', 'entries')}
        headline={{
          value: countWords(total, 'entry', 'entries'),
          caption: view.search === '' ? (finer === null ? '' : 'Select a bar to zoom in') : 'without the search',
        }}
        {...(view.to !== null && { end: timeWords(new Date(view.to), 'full') })}
        {...(finer !== null && {
          onChosen: ({ at }) =>
            change({ range: finer, to: new Date(Date.parse(at) + logStepMs[step] - 1).toISOString() }),
        })}
      />
    </Card>
  );
}

const noLines = (view: LogView, page: LogPage) => {
  if (page.searched_to !== null) return 'No newer entries match';
  const isFiltered = view.search !== '' || view.source !== null || view.level !== null;
  return isFiltered ? 'No entries match' : 'No entries yet';
};

function LogList({ flow, page }: { flow: LogsFlow; page: LogPage }) {
  const view = useSelector(flow, selectView);
  const lines = useSelector(flow, selectLines);
  const failure = useSelector(flow, selectFailure);
  const reading = useSelector(flow, selectIsReading);
  const readingMore = useSelector(flow, selectIsReadingMore);
  return (
    <>
      {lines.length > 0 && (
        <Card flush>
          <LogTable lines={lines} isBusy={reading} onOpened={(line) => flow.send({ type: 'line.opened', line })} />
        </Card>
      )}
      {lines.length === 0 && (
        <EmptyState icon={<Search />} title={noLines(view, page)}>
          {page.searched_to === null
            ? 'Entries appear when your app uses the project, users sign in, or SQL runs. Try a longer time range.'
            : 'The search reads a part of the log at a time.'}
        </EmptyState>
      )}
      {failure && <ErrorState title="Could not load entries" failure={failure} />}
      {page.next !== null && (
        <div className={older}>
          <Button loading={readingMore} onClick={() => flow.send({ type: 'more.requested' })}>
            {page.searched_to === null ? 'Load older entries' : 'Search older entries'}
          </Button>
          {page.searched_to !== null && (
            <span className={note}>
              Searched back to <Time value={page.searched_to} />
            </span>
          )}
        </div>
      )}
    </>
  );
}

function LiveTail({ flow }: { flow: LogsFlow }) {
  const following = useSelector(flow, selectIsFollowing);
  const paused = useSelector(flow, selectIsPaused);
  return (
    <div className={live}>
      {paused && (
        <span className={note} role="status">
          Paused while you read
        </span>
      )}
      <Switch label="Live" checked={following} onCheckedChange={() => flow.send({ type: 'tail.toggled' })} />
    </div>
  );
}

const keptWords = ({ retention: { days, lines } }: LogPage): string =>
  lines === 0
    ? 'This server does not store logs.'
    : `Logs are stored for ${countWords(days, 'day')}, up to ${grouped(lines)} entries.`;

/** The logs of a project. */
export function Logs({ flow }: { flow: LogsFlow }) {
  const page = useSelector(flow, selectPage);
  const source = useSelector(flow, (snapshot) => selectView(snapshot).source);
  const failure = useSelector(flow, selectFailure);
  const failed = useSelector(flow, selectHasFailed);
  const opened = useSelector(flow, selectOpened);
  return (
    <PageLayout>
      <PageHeader
        title="Logs"
        guide="logs#read-the-logs-of-a-project"
        description={page ? keptWords(page) : 'Requests, sign-ins, and statements of the project.'}
        actions={
          <>
            <LiveTail flow={flow} />
            <Button icon={<RotateCw />} onClick={() => flow.send({ type: 'list.reloaded' })}>
              Refresh
            </Button>
          </>
        }
      />
      <Filters flow={flow} />
      {source === 'postgres_logs' && (
        <p className={note}>
          Shows what Postgres reports to the SQL editor and the Data API, not the log that Postgres writes itself.
        </p>
      )}
      {failed && failure && (
        <ErrorState
          title="Could not load the logs"
          failure={failure}
          onRetry={() => flow.send({ type: 'list.reloaded' })}
        />
      )}
      {!failed && page === null && <SkeletonTable label="Loading the logs" />}
      {!failed && page?.points && <Histogram flow={flow} points={page.points} />}
      {!failed && page && <LogList flow={flow} page={page} />}
      <LogPanel line={opened} onClose={() => flow.send({ type: 'line.closed' })} />
    </PageLayout>
  );
}
