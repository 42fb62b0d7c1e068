import { useState, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { Activity, ActivityPoint } from '../../contract/projects/activity.ts';
import { sizeWords } from '../parts/quantities.ts';
import type { Resource } from '../parts/useResource.ts';
import { Segments } from '../ui/Segments.tsx';
import { TimeSeries, type TimePoint } from '../ui/TimeSeries.tsx';
import { ReadCard } from './ReadCard.tsx';

type Range = 'day' | 'month';

const ranges = [
  { value: 'day', label: '24 hours' },
  { value: 'month', label: '30 days' },
] as const;
const words: Readonly<Record<Range, string>> = { day: 'in the last 24 hours', month: 'in the last 30 days' };

const pointsOf = (
  { hours, days }: Activity,
  range: Range,
  valueOf: (point: ActivityPoint) => number | null,
): readonly TimePoint[] => (range === 'day' ? hours : days).map((point) => ({ at: point.at, value: valueOf(point) }));

/** Has its place before it is known what is chosen. */
const kept = css({ visibility: 'hidden' });

const RangeChoice = ({ label, value, onChange }: { label: string; value: Range; onChange: (range: Range) => void }) => (
  <Segments label={label} value={value} options={ranges} onValueChange={onChange} />
);

/** With fewer days than these, the hours show more. */
const fewDays = 3;

/** A young project begins with its hours: most of the days were before it. */
const firstRange = ({ days }: Activity): Range =>
  days.filter(({ bytes }) => bytes !== null).length < fewDays ? 'day' : 'month';

/** Without the time before the first measurement, where there was no project yet. */
const fromFirstKnown = (points: readonly TimePoint[]): readonly TimePoint[] => {
  const first = points.findIndex(({ value }) => value !== null);
  return first < 0 ? points : points.slice(first);
};

interface SizeCardProps {
  activity: Resource<'activity'>;
  /** What the database was just measured as, which may be newer than the last sample. */
  current: number | undefined;
}

/** The size of the project's database over time. */
export function SizeCard({ activity, current }: SizeCardProps) {
  const [chosen, setRange] = useState<Range | null>(null);
  // Decided once: the days that pass while the page is open do not change what it shows.
  if (chosen === null && activity.data) setRange(firstRange(activity.data));
  const range = chosen ?? 'month';
  return (
    <ReadCard
      title="Database size"
      what="the database size"
      content="chart"
      read={activity}
      actions={
        <div className={chosen === null ? kept : undefined}>
          <RangeChoice label="Range of the database size" value={range} onChange={setRange} />
        </div>
      }
    >
      {(data) => {
        const samples = pointsOf(data, range, ({ bytes }) => bytes);
        const points = fromFirstKnown(
          samples.map((point, index) =>
            current !== undefined && index === samples.length - 1 ? { ...point, value: current } : point,
          ),
        );
        const latest = points.at(-1)?.value ?? null;
        return (
          <TimeSeries
            label="Database size"
            points={points}
            step={range === 'day' ? 'hour' : 'day'}
            shape="area"
            describe={sizeWords}
            mark={sizeWords}
            headline={{ value: latest === null ? '–' : sizeWords(latest), caption: 'current size' }}
            empty={latest === null && <p>Not measured yet</p>}
          />
        );
      }}
    </ReadCard>
  );
}

/** Requests of apps to the project's Data API over time. */
export function RequestsCard({ activity, connect }: { activity: Resource<'activity'>; connect: ReactNode }) {
  const [range, setRange] = useState<Range>('day');
  return (
    <ReadCard
      title="API requests"
      what="the API requests"
      content="chart"
      read={activity}
      actions={<RangeChoice label="Range of the API requests" value={range} onChange={setRange} />}
    >
      {(data) => {
        const points = pointsOf(data, range, ({ requests }) => requests);
        const total = points.reduce((sum, { value }) => sum + (value ?? 0), 0);
        return (
          <TimeSeries
            label="API requests"
            points={points}
            step={range === 'day' ? 'hour' : 'day'}
            shape="bars"
            describe={(value) => countWords(value, 'request')}
            headline={{ value: grouped(total), caption: words[range] }}
            empty={
              !data.has_requests && (
                <>
                  <p>No requests yet</p>
                  {connect}
                </>
              )
            }
          />
        );
      }}
    </ReadCard>
  );
}
