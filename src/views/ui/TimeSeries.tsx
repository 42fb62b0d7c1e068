import { useState, type PointerEvent, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { grouped } from '../../contract/common/counts.ts';
import { readingOf } from './timeZone.ts';

export interface TimePoint {
  /** Where the hour or day begins, as ISO 8601. */
  at: string;
  /** Null where nothing is known. */
  value: number | null;
}

export interface TimeSeriesProps {
  /** What the values are, such as "Requests". */
  label: string;
  /** At equal distances, oldest first. */
  points: readonly TimePoint[];
  /** Days are in UTC, minutes and hours in local time. */
  step: 'minute' | 'hour' | 'day';
  /** Bars for counts of a time, an area for a quantity that lasts. */
  shape: 'bars' | 'area';
  /** A value with its unit, such as "12 requests". */
  describe: (value: number) => string;
  /** A value at the axis. */
  mark?: ((value: number) => string) | undefined;
  /** The number that stands out while no point is selected, and what it is. */
  headline: { value: string; caption: string };
  /** What the last point is called, where it is not the present. */
  end?: string | undefined;
  /** Called with the point that the user clicks, or presses Enter on. */
  onChosen?: ((point: TimePoint) => void) | undefined;
  /** Replaces the chart where there is nothing to draw; it takes the same place. */
  empty?: ReactNode;
}

const clock = (date: Date) => {
  const { monthDay, shortClock } = readingOf(date);
  return `${monthDay}, ${shortClock}`;
};
const formats = {
  minute: clock,
  hour: clock,
  /** Days are counted in UTC. */
  day: (date: Date) => readingOf(date, 'UTC').monthDay,
};

/** The next larger number that is easy to read: 1, 2 or 5 times a power of the base. */
export function axisEnd(largest: number, base = 10): number {
  if (largest <= 0) return 1;
  const unit = base ** Math.floor(Math.log(largest) / Math.log(base));
  const steps = base === 10 ? [1, 2, 5, 10] : [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
  return unit * (steps.find((step) => unit * step >= largest) ?? base);
}

const figure = css({ display: 'grid', gap: '2', margin: '0', minWidth: '0' });
const headlineText = css({
  display: 'flex',
  alignItems: 'baseline',
  // So that a longer number moves nothing.
  justifyContent: 'space-between',
  columnGap: '2',
  minWidth: '0',
  fontVariantNumeric: '[tabular-nums]',
});
const number = css({ textStyle: 'title', whiteSpace: 'nowrap' });
const caption = css({ textStyle: 'small', color: 'muted', textAlign: 'end' });
const area = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr) auto]', columnGap: '2', rowGap: '1' });
const canvas = css({
  position: 'relative',
  height: '24',
  borderBlock: 'hairline',
  borderRadius: 'small',
  '&:has(:focus-visible)': { outline: 'focus', outlineOffset: '0.5' },
});
const picture = css({ display: 'block', boxSize: 'full', overflow: 'visible' });
const shapes = {
  bar: css({ fill: 'accent', _highContrast: { fill: '[CanvasText]' } }),
  area: css({ fill: 'accent/15' }),
  line: css({ fill: '[none]', stroke: 'accent', strokeWidth: '[1.5]', _highContrast: { stroke: '[CanvasText]' } }),
  cursor: css({ fill: 'hover' }),
  middle: css({ stroke: 'hairline', strokeWidth: '[1]' }),
};
const reader = css({
  position: 'absolute',
  inset: '0',
  boxSize: 'full',
  margin: '0',
  opacity: '0',
  cursor: '[crosshair]',
  touchAction: '[pan-y]',
});
const axis = css({ textStyle: 'tiny', color: 'muted', whiteSpace: 'nowrap', fontVariantNumeric: '[tabular-nums]' });
const upright = css({ display: 'flex', flexDirection: 'column', justifyContent: 'space-between', marginBlock: '-2' });
const level = css({ display: 'flex', justifyContent: 'space-between', minWidth: '0' });
const spoken = css({ srOnly: true });
const vacancy = css({
  display: 'grid',
  placeItems: 'center',
  alignContent: 'center',
  gap: '2',
  // The place of the chart with its axis.
  height: '[calc({sizes.24} + {sizes.5})]',
  textAlign: 'center',
  color: 'muted',
});

/** The outline of an area with one step for each point, from the first known value on. */
function outlineOf(points: readonly TimePoint[], heightOf: (value: number) => number): { line: string; area: string } {
  const first = points.findIndex(({ value }) => value !== null);
  if (first < 0) return { line: '', area: '' };
  const steps = points
    .slice(first)
    .map(({ value }, index) => `V${100 - heightOf(value ?? 0)}H${first + index + 1}`)
    .join('');
  const start = `M${first} ${100 - heightOf(points[first]?.value ?? 0)}`;
  return { line: start + steps, area: `${start}${steps}V100H${first}Z` };
}

/**
 * Values over time in a small chart. The pointer and the arrow keys select a point, whose value takes the place of the
 * headline; screen readers have a table of all of them.
 */
export function TimeSeries({
  label,
  points,
  step,
  shape,
  describe,
  mark = (value) => grouped(value, 1),
  headline,
  end: lastName = step === 'day' ? 'Today' : 'Now',
  onChosen,
  empty,
}: TimeSeriesProps) {
  const [selected, setSelected] = useState<number | null>(null);
  const timeOf = (index: number) => formats[step](new Date(points[index]?.at ?? 0));
  const valueOf = (index: number) => {
    const value = points[index]?.value ?? null;
    return value === null ? 'Unknown' : describe(value);
  };
  const end = axisEnd(Math.max(0, ...points.map(({ value }) => value ?? 0)), shape === 'bars' ? 10 : 1024);
  // What is not nothing is visible.
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(2, (value / end) * 100));
  const outline = shape === 'area' ? outlineOf(points, heightOf) : null;
  const last = points.length - 1;
  const hasNone = empty != null && empty !== false;
  const choose = () => {
    const point = points[selected ?? last];
    if (point) onChosen?.(point);
  };
  const follow = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setSelected(Math.min(last, Math.max(0, Math.floor(((clientX - left) / width) * points.length))));
  };
  return (
    <figure className={figure}>
      <p className={headlineText}>
        <span className={number}>{selected === null ? headline.value : valueOf(selected)}</span>
        <span className={caption}>{selected === null ? headline.caption : timeOf(selected)}</span>
      </p>
      {!hasNone ? (
        <div className={area}>
          <div className={canvas}>
            <svg className={picture} viewBox={`0 0 ${points.length} 100`} preserveAspectRatio="none" aria-hidden>
              {selected !== null && <rect className={shapes.cursor} x={selected} y={0} width={1} height={100} />}
              <path
                className={shapes.middle}
                d={`M0 50H${points.length}`}
                vectorEffect="non-scaling-stroke"
                strokeDasharray="2 3"
              />
              {outline && <path className={shapes.area} d={outline.area} />}
              {outline && <path className={shapes.line} d={outline.line} vectorEffect="non-scaling-stroke" />}
              {!outline &&
                points.map(({ at, value }, index) => {
                  const height = heightOf(value ?? 0);
                  return (
                    <rect
                      key={at}
                      className={shapes.bar}
                      x={index + 0.15}
                      y={100 - height}
                      width={0.7}
                      height={height}
                    />
                  );
                })}
            </svg>
            <input
              type="range"
              className={reader}
              aria-label={`${label} by ${step}`}
              aria-valuetext={`${timeOf(selected ?? last)}: ${valueOf(selected ?? last)}`}
              min={0}
              max={last}
              value={selected ?? last}
              onChange={({ currentTarget }) => setSelected(Number(currentTarget.value))}
              onPointerMove={follow}
              onPointerLeave={() => setSelected(null)}
              onClick={choose}
              onKeyDown={({ key }) => {
                if (key === 'Enter') choose();
              }}
              onBlur={() => setSelected(null)}
            />
          </div>
          <div className={`${axis} ${upright}`} aria-hidden>
            <span>{mark(end)}</span>
            <span>0</span>
          </div>
          <div className={`${axis} ${level}`} aria-hidden>
            <span>{timeOf(0)}</span>
            <span>{lastName}</span>
          </div>
        </div>
      ) : (
        <div className={vacancy}>{empty}</div>
      )}
      {!hasNone && (
        <table className={spoken}>
          <caption>{`${label} by ${step}`}</caption>
          <tbody>
            {points.map(({ at }, index) => (
              <tr key={at}>
                <th scope="row">{timeOf(index)}</th>
                <td>{valueOf(index)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </figure>
  );
}
