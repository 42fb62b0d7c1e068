import { memo, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type UIEvent } from 'react';
import { css, cx } from 'styled-system/css';
import type { Json } from '../../inspector/trace/redact.ts';
import { isOfServer } from '../../inspector/trace/serverSystem.ts';
import type { EventSummary } from '../../inspector/trace/systemView.ts';
import { mediaQuery } from '../parts/mediaQuery.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { controlClass } from '../ui/controlStyles.ts';
import { described } from '../ui/described.ts';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { choiceText } from './barStyles.ts';
import { JsonTree } from './JsonTree.tsx';
import { clockTime, eventLabel } from './words.ts';

/** Heights of a row: equal to `sizes.6`, `sizes.10` and `sizes.12` in the stylesheet. */
const rowHeights = { oneLine: { byMouse: 24, byFinger: 40 }, twoLines: { byMouse: 40, byFinger: 48 } };
/** Width in pixels from which an event and the state it led to fit beside each other. */
const oneLineFrom = 560;
const fingers = mediaQuery('(pointer: coarse)');

const spare = 8;
/** Fallback where no height is known yet, as in a test. */
const unmeasured = 480;

const pane = css({ display: 'flex', flexDirection: 'column', minHeight: '0', height: 'full' });
const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  flexWrap: 'wrap',
  padding: '2',
  borderBottom: 'hairline',
  flexShrink: '0',
});
const field = css({ height: 'control.small', paddingInline: '2', flex: '1', minWidth: '24' });
const scroller = css({ flex: '1', minHeight: '0', overflow: 'auto', position: 'relative', outlineOffset: '-0.5' });
const list = css({ margin: '0', padding: '0', listStyle: 'none', position: 'relative' });
const row = css({
  position: 'absolute',
  insetInline: '0',
  columnGap: '2',
  width: 'full',
  paddingInline: '2',
  textAlign: 'start',
  cursor: 'pointer',
  textStyle: 'small',
  whiteSpace: 'nowrap',
  '&:hover:not([aria-expanded=true])': { background: 'hover' },
  _focusVisible: { outlineOffset: '-0.5' },
  '& > span > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '&[aria-expanded=true]': { background: 'selected' },
});
const rowLooks = {
  oneLine: css({
    display: 'grid',
    gridTemplateColumns: '[max-content minmax(4em, 1fr) minmax(9.5em, 2fr) minmax(9.5em, 2fr)]',
    alignItems: 'center',
    height: { base: '6', _coarse: '10' },
  }),
  twoLines: css({
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    height: { base: '10', _coarse: '12' },
  }),
};
const lineLooks = {
  oneLine: css({ display: 'contents' }),
  twoLines: css({
    display: 'flex',
    columnGap: '2',
    alignItems: 'baseline',
    '& > :first-child': { flexShrink: '0', maxWidth: '[45%]' },
  }),
};
const current = css({ background: 'accentSubtle', fontWeight: 'semibold' });
const later = css({ opacity: 'faded' });
const timeText = css({ fontFamily: 'mono', color: 'muted', order: '[-2]' });
const actorText = css({ color: 'muted', order: '[-1]' });
const typeText = css({ fontFamily: 'mono' });
const typeMoved = css({ fontWeight: 'semibold' });
const stateValueText = css({ color: 'text', minWidth: '0' });
const stateAfter = css({ textStyle: 'small', overflowWrap: 'anywhere', paddingBottom: '1' });
const detail = css({ borderTop: 'hairline', padding: '2', maxHeight: '[45%]', overflow: 'auto', flexShrink: '0' });
const detailHead = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '1',
  paddingBottom: '1',
});
const sentBy = css({ textStyle: 'small', color: 'muted', overflowWrap: 'anywhere' });
const nothing = css({ padding: '3', color: 'muted', textStyle: 'small' });

interface RowProps {
  event: EventSummary;
  top: number;
  opened: boolean;
  lines: keyof typeof rowLooks;
  look: 'plain' | 'current' | 'later';
  onOpened: (seq: number | null) => void;
}

const Row = memo(
  ({ event, top, opened, lines, look, onOpened }: RowProps) => (
    <li>
      <button
        type="button"
        className={cx(row, rowLooks[lines], look === 'current' && current, look === 'later' && later)}
        style={{ insetBlockStart: top }}
        aria-expanded={opened}
        {...described(event.type === eventLabel(event.type) ? null : event.type)}
        data-seq={event.seq}
        {...(look === 'current' && { 'aria-current': 'step' as const })}
        onClick={() => onOpened(opened ? null : event.seq)}
      >
        <span className={lineLooks[lines]}>
          <span className={timeText}>{clockTime(event.at)}</span>
          <span className={cx(typeText, event.transitions.length > 0 && typeMoved)} data-cut="">
            {eventLabel(event.type)}
          </span>
        </span>
        <span className={lineLooks[lines]}>
          <span className={actorText} data-cut="">
            {event.actor}
          </span>
          <span data-state-after className={stateValueText} data-cut="">
            {event.stateText}
          </span>
        </span>
      </button>
    </li>
  ),
  (a, b) => a.event === b.event && a.top === b.top && a.opened === b.opened && a.lines === b.lines && a.look === b.look,
);

/** Whether a row's texts, or the event's own type, contain the text. */
export const matchesEvent = ({ type, actor, stateText, at }: EventSummary, wanted: string): boolean =>
  [eventLabel(type), type, actor, stateText, clockTime(at)].some((text) => text.toLowerCase().includes(wanted));

interface ShownEvents extends Pick<EventLogProps, 'only' | 'showsServer' | 'currentSeq'> {
  /** In lower case. */
  wanted: string;
}

/** The server's events are hidden unless the user asks for them, or the trace stands at one. */
export const shownEvents = (
  events: readonly EventSummary[],
  { only, wanted, showsServer, currentSeq }: ShownEvents,
): EventSummary[] =>
  events.filter(
    (event) =>
      (only === null
        ? showsServer || event.seq === currentSeq || !isOfServer(event.session)
        : event.session === only) &&
      (wanted === '' || matchesEvent(event, wanted)),
  );

/**
 * Name of the actor that sent an event: events that it triggers end before it does, and so are listed above it. Null
 * for one from outside, or from the actor itself.
 */
export const senderOf = (events: readonly EventSummary[], { from, session: own }: EventSummary): string | null =>
  from === null || from === own ? null : (events.find(({ session }) => session === from)?.actor ?? null);

interface EventLogProps {
  events: readonly EventSummary[];
  /** The actor whose events are shown; null for all. */
  only: string | null;
  /** Whether an actor is selected that the log can be limited to. */
  canNarrow: boolean;
  /** Show the events of the server's charts too. */
  showsServer: boolean;
  filter: string;
  opened: number | null;
  payload: (seq: number) => Json;
  /** In a trace, the event at the current step; live, the newest one stays visible. */
  currentSeq: number | null;
  isLive: boolean;
  onFiltered: (filter: string) => void;
  onNarrowed: () => void;
  onServerToggled: () => void;
  onOpened: (seq: number | null) => void;
  /** Called with an event whose states the chart should show. */
  onRevealed: (event: EventSummary) => void;
}

type LogBarProps = Pick<
  EventLogProps,
  'events' | 'only' | 'canNarrow' | 'showsServer' | 'filter' | 'onFiltered' | 'onNarrowed' | 'onServerToggled'
>;

/** What limits the log. */
function LogBar({
  events,
  only,
  canNarrow,
  showsServer,
  filter,
  onFiltered,
  onNarrowed,
  onServerToggled,
}: LogBarProps) {
  const hasServer = useMemo(() => events.some(({ session }) => isOfServer(session)), [events]);
  return (
    <div className={bar}>
      <input
        type="search"
        className={cx(controlClass, field)}
        aria-label="Filter events"
        placeholder="Filter events"
        value={filter}
        spellCheck={false}
        onChange={(event) => onFiltered(event.currentTarget.value)}
      />
      {canNarrow && (
        <Checkbox
          label={<span className={choiceText}>This actor only</span>}
          checked={only !== null}
          onCheckedChange={onNarrowed}
        />
      )}
      {hasServer && only === null && (
        <Checkbox
          label={<span className={choiceText}>Server events</span>}
          checked={showsServer}
          onCheckedChange={onServerToggled}
        />
      )}
    </div>
  );
}

/** The events in order. Only visible rows are rendered. */
export const EventLog = memo(
  ({
    events,
    only,
    canNarrow,
    showsServer,
    filter,
    opened,
    payload,
    currentSeq,
    isLive,
    onFiltered,
    onNarrowed,
    onServerToggled,
    onOpened,
    onRevealed,
  }: EventLogProps) => {
    const region = useRef<HTMLDivElement>(null);
    const isByFinger = useSyncExternalStore(fingers.watch, fingers.matches);
    const [view, setView] = useState({ top: 0, height: unmeasured });
    const [lines, setLines] = useState<RowProps['lines']>('oneLine');
    const rowHeight = rowHeights[lines][isByFinger ? 'byFinger' : 'byMouse'];
    const isAtEnd = useRef(true);
    const wanted = filter.trim().toLowerCase();
    const shown = useMemo(
      () => shownEvents(events, { only, wanted, showsServer, currentSeq }),
      [events, only, wanted, showsServer, currentSeq],
    );

    useLayoutEffect(() => {
      const element = region.current;
      if (!element) return undefined;
      const measure = () => {
        setView(({ top }) => ({ top, height: element.clientHeight || unmeasured }));
        if (element.clientWidth > 0) setLines(element.clientWidth < oneLineFrom ? 'twoLines' : 'oneLine');
      };
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    }, []);

    const currentIndex = currentSeq === null ? -1 : shown.findIndex(({ seq }) => seq === currentSeq);
    useLayoutEffect(() => {
      const element = region.current;
      if (!element) return;
      if (isLive && isAtEnd.current) element.scrollTop = element.scrollHeight;
      else if (currentIndex >= 0) {
        const top = currentIndex * rowHeight;
        if (top < element.scrollTop || top + rowHeight > element.scrollTop + element.clientHeight)
          element.scrollTop = top - element.clientHeight / 2;
      }
      // oxlint-disable-next-line react/exhaustive-deps -- what is shown has grown
    }, [isLive, currentIndex, shown, rowHeight]);

    const scrolled = (event: UIEvent<HTMLDivElement>) => {
      const { scrollTop, clientHeight, scrollHeight } = event.currentTarget;
      isAtEnd.current = scrollTop + clientHeight >= scrollHeight - rowHeight;
      setView({ top: scrollTop, height: clientHeight || unmeasured });
    };
    const first = Math.max(0, Math.floor(view.top / rowHeight) - spare);
    const last = Math.min(shown.length, Math.ceil((view.top + view.height) / rowHeight) + spare);
    const openedEvent = opened === null ? undefined : events.find(({ seq }) => seq === opened);

    const sender = openedEvent && senderOf(events, openedEvent);

    return (
      <div className={pane}>
        <LogBar {...{ events, only, canNarrow, showsServer, filter, onFiltered, onNarrowed, onServerToggled }} />
        <ScrollRegion ref={region} className={scroller} label="Events" onScroll={scrolled}>
          {shown.length === 0 && (
            <p className={nothing}>{events.length === 0 ? 'No events yet' : 'No matching events'}</p>
          )}
          <ul className={list} style={{ height: shown.length * rowHeight }}>
            {shown.slice(first, last).map((event, index) => (
              <Row
                key={event.seq}
                event={event}
                top={(first + index) * rowHeight}
                opened={event.seq === opened}
                lines={lines}
                onOpened={onOpened}
                look={
                  event.seq === currentSeq
                    ? 'current'
                    : currentSeq !== null && event.seq > currentSeq
                      ? 'later'
                      : 'plain'
                }
              />
            ))}
          </ul>
        </ScrollRegion>
        {openedEvent && (
          <div className={detail}>
            <div className={detailHead}>
              {sender && <p className={sentBy}>Sent by {sender}</p>}
              {openedEvent.chart !== null && (
                <Button size="tiny" onClick={() => onRevealed(openedEvent)}>
                  Show in chart
                </Button>
              )}
            </div>
            {openedEvent.stateText !== '' && <p className={stateAfter}>State: {openedEvent.stateText}</p>}
            <JsonTree value={payload(openedEvent.seq)} label={`Payload of ${eventLabel(openedEvent.type)}`} />
          </div>
        )}
      </div>
    );
  },
);
