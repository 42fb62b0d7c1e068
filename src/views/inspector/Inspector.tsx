import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import Ellipsis from 'lucide-react/icons/ellipsis';
import FolderOpen from 'lucide-react/icons/folder-open';
import Rewind from 'lucide-react/icons/rewind';
import Tag from 'lucide-react/icons/tag';
import { useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react';
import { css } from 'styled-system/css';
import { grouped } from '../../contract/common/counts.ts';
import type { SystemViewSource } from '../../inspector/trace/source.ts';
import {
  pageActor,
  type ActorSummary,
  type EventSummary,
  type LastTransition,
} from '../../inspector/trace/systemView.ts';
import type { Trace } from '../../inspector/trace/trace.ts';
import { warningsOf } from '../../inspector/trace/warnings.ts';
import { selectChosen, selectDrawn } from '../../machines/inspector/flowChart/flowChart.selectors.ts';
import type { OpenedTrace, Part } from '../../machines/inspector/inspector/inspector.machine.ts';
import {
  selectAspect,
  selectCatalog,
  selectChart,
  selectChartActor,
  selectClosed,
  selectCount,
  selectAwaited,
  selectFailure,
  selectFilter,
  selectIsBroken,
  selectIsOwnOnly,
  selectIsReading,
  selectIsSaving,
  selectKeepsNames,
  selectOpened,
  selectPart,
  selectSession,
  selectShowsServer,
  selectStep,
  selectTrace,
  selectWidths,
} from '../../machines/inspector/inspector/inspector.selectors.ts';
import type { InspectorPublisherActor } from '../../machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { described } from '../ui/described.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useFloatingEarly } from '../ui/floatingParts.ts';
import { moveFocus } from '../ui/focus/moveFocus.ts';
import { useFocusReturn } from '../ui/focus/useFocusReturn.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';
import { PageTips } from '../ui/PageTips.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { ActorTree } from './ActorTree.tsx';
import { barNote, barText, choiceText } from './barStyles.ts';
import { ChartPane } from './ChartPane.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { EventLog } from './EventLog.tsx';
import { useRoom } from './inspectorLayout.ts';
import { PublisherButtons, publisherItems, PublisherNotice, PublisherStatus } from './InspectorPublisher.tsx';
import { NowPanel } from './NowPanel.tsx';
import { Panes, type PanesProps } from './Panes.tsx';
import { TraceBar } from './TraceBar.tsx';
import { useSystemView, type InspectorActor } from './useSystemView.ts';
import { inspectorCrashed } from './words.ts';

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  height: 'full',
  minHeight: '0',
  minWidth: '0',
  background: 'surface',
  containerType: 'inline-size',
});
const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  flexWrap: 'wrap',
  minHeight: 'control.large',
  paddingBlock: '1',
  paddingInline: '2',
  borderBottom: 'hairline',
  flexShrink: '0',
});
const titleText = css({ textStyle: 'section', paddingInlineEnd: '2' });
const pulse = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  textStyle: 'small',
  color: 'muted',
  marginInlineEnd: 'auto',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});
const dot = css({ boxSize: '2', borderRadius: 'full', background: 'success', flexShrink: '0' });
const alertFrame = css({ padding: '2', flexShrink: '0' });
const sideBody = css({ flex: '1', minHeight: '0', overflow: 'auto', outlineOffset: '-0.5' });
const padded = css({ padding: '3' });
const quiet = css({ color: 'muted', textStyle: 'small' });
const listTitle = css({ textStyle: 'tiny', color: 'muted', paddingInline: '2', paddingTop: '2' });
const catalogList = css({ margin: '0', padding: '1', listStyle: 'none' });
const catalogItem = css({
  display: 'block',
  width: 'full',
  textAlign: 'start',
  textStyle: 'mono',
  color: 'muted',
  paddingBlock: { _coarse: '2.5' },
  paddingInline: '2',
  borderRadius: 'small',
  cursor: 'pointer',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  _hover: { background: 'hover', color: 'text' },
  _focusVisible: { outlineOffset: '-0.5' },
  '&[aria-pressed=true]': { background: 'selected', color: 'text' },
});
const hiddenInput = css({ display: 'none' });

/** Transitions after this event count as new in the tree. */
const freshEvents = 12;

/** Every chart of the project, including charts without a running actor. */
function Catalog({ inspector }: { inspector: InspectorActor }) {
  const catalog = useSelector(inspector, selectCatalog);
  const chart = useSelector(inspector, selectChart);
  const session = useSelector(inspector, selectSession);
  if (catalog.length === 0) return null;
  const entry = catalog.some(({ id }) => id === chart) ? chart : catalog[0]?.id;
  return (
    <>
      <h2 className={listTitle}>All charts</h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys move the focus between its buttons */}
      <ul className={catalogList} aria-label="All charts" onKeyDown={(event) => moveFocus(event, 'button')}>
        {catalog.map(({ id, description }) => (
          <li key={id}>
            <button
              type="button"
              className={catalogItem}
              {...described(description)}
              data-cut=""
              tabIndex={id === entry ? 0 : -1}
              aria-pressed={session === null && id === chart}
              onClick={() => inspector.send({ type: 'chart.chosen', chart: id })}
            >
              {id}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The same object as long as it describes the same event. */
function useSteady(moved: LastTransition | null): LastTransition | null {
  // oxlint-disable-next-line react/exhaustive-deps -- a move never changes, and is looked up at every refresh
  return useMemo(() => moved, [moved?.seq]);
}

interface InspectorProps {
  inspector: InspectorActor;
  source: SystemViewSource;
  /** Publishes this page's actors to other windows; null in a window that receives them. */
  publisher?: InspectorPublisherActor;
  /** Actions of the surrounding frame: close it, move it. */
  controls?: ReactNode;
  /** Its heading, on its own page. */
  heading?: 'h1' | 'h2';
  title?: string;
  /** Whether the shown system is still running. */
  live?: boolean;
}

type SystemView = ReturnType<typeof useSystemView>['view'];

interface TraceToolsProps {
  inspector: InspectorActor;
  publisher: InspectorPublisherActor | undefined;
  /** The control that opens the recorded trace. */
  replay: RefObject<HTMLButtonElement | null>;
  onPicking: () => void;
}

/** Actions on traces, and the other windows. */
function TraceTools({ inspector, publisher, replay, onPicking }: TraceToolsProps) {
  const trace = useSelector(inspector, selectTrace);
  const reading = useSelector(inspector, selectIsReading);
  const saving = useSelector(inspector, selectIsSaving);
  const keepsNames = useSelector(inspector, selectKeepsNames);
  return (
    <>
      {!trace && (
        <Tooltip content="Replay" side="bottom">
          <Button
            ref={replay}
            size="small"
            variant="text"
            icon={<Rewind aria-hidden />}
            loading={reading}
            onClick={() => inspector.send({ type: 'trace.opened', file: null })}
          >
            <span className={barText}>Replay</span>
          </Button>
        </Tooltip>
      )}
      <Tooltip content="Save trace" side="bottom">
        <Button
          size="small"
          variant="text"
          icon={<Download aria-hidden />}
          loading={saving}
          onClick={() => inspector.send({ type: 'save.requested' })}
        >
          <span className={barText}>Save trace</span>
        </Button>
      </Tooltip>
      <Checkbox
        label={
          <span className={choiceText}>
            <span className={barText}>Keep </span>names
          </span>
        }
        checked={keepsNames}
        onCheckedChange={() => inspector.send({ type: 'names.toggled' })}
      />
      <Tooltip content="Open trace" side="bottom">
        <Button size="small" variant="text" icon={<FolderOpen aria-hidden />} loading={reading} onClick={onPicking}>
          <span className={barText}>Open trace</span>
        </Button>
      </Tooltip>
      {publisher && <PublisherButtons publisher={publisher} />}
    </>
  );
}

/** The same in a menu, where the bar is narrow. */
function TraceMenu({ inspector, publisher, replay, onPicking }: TraceToolsProps) {
  const trace = useSelector(inspector, selectTrace);
  const reading = useSelector(inspector, selectIsReading);
  const saving = useSelector(inspector, selectIsSaving);
  const keepsNames = useSelector(inspector, selectKeepsNames);
  const items: readonly MenuItem[] = [
    ...(trace
      ? []
      : [
          {
            kind: 'action',
            key: 'replay',
            label: 'Replay',
            icon: <Rewind aria-hidden />,
            onSelect: () => inspector.send({ type: 'trace.opened', file: null }),
          } as const,
        ]),
    {
      kind: 'action',
      key: 'save',
      label: 'Save trace',
      icon: <Download aria-hidden />,
      onSelect: () => inspector.send({ type: 'save.requested' }),
    },
    {
      kind: 'choice',
      key: 'names',
      label: 'Keep names',
      icon: <Tag aria-hidden />,
      isSwitch: true,
      checked: keepsNames,
      onSelect: () => inspector.send({ type: 'names.toggled' }),
    },
    { kind: 'action', key: 'open', label: 'Open trace', icon: <FolderOpen aria-hidden />, onSelect: onPicking },
    ...(publisher ? [{ kind: 'separator', key: 'windows' } as const, ...publisherItems(publisher)] : []),
  ];
  return (
    <Menu
      label="Trace actions"
      tip="Trace actions"
      align="end"
      trigger={
        <IconButton
          ref={replay}
          size="small"
          variant="text"
          label="Trace actions"
          tip={false}
          icon={<Ellipsis />}
          loading={reading || saving}
        />
      }
      items={items}
    />
  );
}

interface InspectorBarProps extends Required<Pick<InspectorProps, 'heading' | 'title' | 'live'>> {
  inspector: InspectorActor;
  view: SystemView;
  publisher: InspectorPublisherActor | undefined;
  controls: ReactNode;
  isNarrow: boolean;
}

/** The title, what is shown, and the actions on the whole. */
function InspectorBar({
  inspector,
  view,
  publisher,
  controls,
  heading: Heading,
  title,
  live,
  isNarrow,
}: InspectorBarProps) {
  const count = useSelector(inspector, selectCount);
  const trace = useSelector(inspector, selectTrace);
  const picker = useRef<HTMLInputElement>(null);
  const replay = useRef<HTMLButtonElement>(null);
  useFocusReturn(trace === null, replay);
  const tools = { inspector, publisher, replay, onPicking: () => picker.current?.click() };
  return (
    <div className={bar}>
      <Heading className={titleText}>{title}</Heading>
      <span className={pulse}>
        {trace ? (
          'Trace'
        ) : live ? (
          <>
            <span className={dot} aria-hidden />
            Live
          </>
        ) : (
          'Snapshot'
        )}
        <span className={barNote}>
          · {view.actors.length} {view.actors.length === 1 ? 'actor' : 'actors'}
          {trace ? '' : ` · ${grouped(count)} events`}
        </span>
      </span>
      {isNarrow ? <TraceMenu {...tools} /> : <TraceTools {...tools} />}
      <input
        ref={picker}
        type="file"
        accept="application/json,.json"
        className={hiddenInput}
        aria-label="Trace file"
        tabIndex={-1}
        onChange={(change) => {
          const [file] = change.currentTarget.files ?? [];
          if (file) inspector.send({ type: 'trace.opened', file });
          // So that the same file can be chosen again.
          change.currentTarget.value = '';
        }}
      />
      {publisher && <PublisherStatus publisher={publisher} />}
      {controls}
    </div>
  );
}

/** Failures of reading or saving a trace, and warnings about the trace itself. */
function FieldErrors({ inspector }: { inspector: InspectorActor }) {
  const trace = useSelector(inspector, selectTrace);
  const failure = useSelector(inspector, selectFailure);
  // The chart's context holds only the fields of a trace that it needs; this is the whole trace.
  const warnings = useMemo(() => (trace?.from === 'file' ? warningsOf(trace as OpenedTrace & Trace) : []), [trace]);
  return (
    <>
      {warnings.length > 0 && (
        <div className={alertFrame}>
          <Alert variant="warning" announce title="This trace is incomplete or was changed">
            {warnings.join(' ')}
          </Alert>
        </div>
      )}
      {failure && (
        <div className={alertFrame}>
          <Alert
            variant="warning"
            announce
            title={failure.message}
            actions={
              <Button size="small" onClick={() => inspector.send({ type: 'failure.dismissed' })}>
                Dismiss
              </Button>
            }
          />
        </div>
      )}
    </>
  );
}

interface FactsProps {
  inspector: InspectorActor;
  view: SystemView;
  look: ReturnType<SystemView['look']>;
  at: number;
  currentSeq: number | null;
  onRevealed: (event: EventSummary) => void;
}

/** The selected actor: its state, its context or its events. */
function Facts({ inspector, view, look, at, currentSeq, onRevealed }: FactsProps) {
  const session = useSelector(inspector, selectSession);
  const trace = useSelector(inspector, selectTrace);
  const aspect = useSelector(inspector, selectAspect);
  const chartActor = useSelector(inspector, selectChartActor);
  const drawn = useSelector(chartActor, (snapshot) => (snapshot ? selectDrawn(snapshot) : null));
  const chosenState = useSelector(chartActor, (snapshot) => (snapshot ? selectChosen(snapshot) : null));
  const filter = useSelector(inspector, selectFilter);
  const ownOnly = useSelector(inspector, selectIsOwnOnly);
  const showsServer = useSelector(inspector, selectShowsServer);
  const opened = useSelector(inspector, selectOpened);
  const awaited = useSelector(inspector, selectAwaited);
  const open = useCallback((seq: number | null) => inspector.send({ type: 'event.opened', seq }), [inspector]);
  const filterBy = useCallback((text: string) => inspector.send({ type: 'filter.changed', filter: text }), [inspector]);
  const narrow = useCallback(() => inspector.send({ type: 'scope.toggled' }), [inspector]);
  const toggleServer = useCallback(() => inspector.send({ type: 'serverEvents.toggled' }), [inspector]);
  return (
    <>
      {aspect === 'now' && (
        <ScrollRegion className={sideBody} label="Now">
          {awaited !== null && (
            <p className={padded}>
              <span className={quiet}>
                {awaited === pageActor
                  ? 'The page’s actor has ended. The next page’s actor is shown when it starts.'
                  : `“${awaited}” has ended. It is shown again when another one starts in its place.`}
              </span>
            </p>
          )}
          {session !== null && !look && (
            <p className={padded}>
              <span className={quiet}>This actor has ended.</span>
            </p>
          )}
          <NowPanel
            look={look}
            drawing={drawn?.drawing ?? null}
            coverage={drawn?.coverage ?? null}
            chosen={chosenState}
            at={at}
          />
        </ScrollRegion>
      )}
      {aspect === 'context' && (
        <ScrollRegion className={sideBody} label="Context">
          <ContextPanel look={look} recorded={trace !== null} />
        </ScrollRegion>
      )}
      {aspect === 'events' && (
        <EventLog
          events={view.events}
          only={ownOnly ? session : null}
          canNarrow={session !== null}
          filter={filter}
          opened={opened}
          payload={view.payload}
          currentSeq={currentSeq}
          isLive={!trace}
          onFiltered={filterBy}
          onNarrowed={narrow}
          showsServer={showsServer}
          onServerToggled={toggleServer}
          onOpened={open}
          onRevealed={onRevealed}
        />
      )}
    </>
  );
}

function Working({
  inspector,
  source,
  publisher,
  controls,
  heading = 'h2',
  title = 'Flows',
  live = true,
}: InspectorProps) {
  const { view, at } = useSystemView(inspector, source);
  const session = useSelector(inspector, selectSession);
  const trace = useSelector(inspector, selectTrace);
  const step = useSelector(inspector, selectStep);
  const aspect = useSelector(inspector, selectAspect);
  const part = useSelector(inspector, selectPart);
  const widths = useSelector(inspector, selectWidths);
  const closed = useSelector(inspector, selectClosed);
  const { container, room, isNarrow } = useRoom();
  const chartActor = useSelector(inspector, selectChartActor);

  const look = useMemo(() => (session === null ? null : view.look(session)), [view, session]);
  const moved = useSteady(look?.moved ?? null);
  const currentSeq = trace ? (view.events[step]?.seq ?? -1) : null;
  const choose = useCallback(
    ({ session: chosen, chart }: Pick<ActorSummary, 'session' | 'chart'>) => {
      inspector.send({ type: 'actor.chosen', session: chosen, chart });
      // In a small window, the selected actor replaces the list or the log.
      if (room === 'small') inspector.send({ type: 'part.chosen', part: 'chart' });
    },
    [inspector, room],
  );
  const reveal = useCallback(
    ({ session: ofEvent, chart, value, transitions }: EventSummary) => {
      if (chart === null) return;
      inspector.send({ type: 'reveal.requested', session: ofEvent, chart, value, transitions });
      if (room === 'small') inspector.send({ type: 'part.chosen', part: 'chart' });
    },
    [inspector, room],
  );
  const toggleBranch = useCallback(
    (branch: string) => inspector.send({ type: 'branch.toggled', session: branch }),
    [inspector],
  );
  const turnTo = useCallback((to: Part) => inspector.send({ type: 'part.chosen', part: to }), [inspector]);
  const size = useCallback<PanesProps['onSized']>(
    (pane, width) => inspector.send({ type: 'pane.sized', pane, width }),
    [inspector],
  );
  const newest = trace ? (currentSeq ?? 0) : (view.events.at(-1)?.seq ?? 0);

  return (
    <div ref={container} className={frame}>
      <InspectorBar {...{ inspector, view, publisher, controls, heading, title, live, isNarrow }} />
      <TraceBar inspector={inspector} view={view} />
      <FieldErrors inspector={inspector} />
      {publisher && <PublisherNotice publisher={publisher} className={alertFrame} />}
      <Panes
        room={room}
        part={part}
        aspect={aspect}
        widths={widths}
        onChosen={turnTo}
        onSized={size}
        actors={
          <>
            <ActorTree
              actors={view.actors}
              chosen={session}
              closed={closed}
              newSince={newest - freshEvents}
              onChosen={choose}
              onToggled={toggleBranch}
            />
            <Catalog inspector={inspector} />
          </>
        }
        chart={chartActor && <ChartPane flow={chartActor} value={look?.value ?? null} moved={moved} />}
        facts={<Facts {...{ inspector, view, look, at, currentSeq }} onRevealed={reveal} />}
      />
    </div>
  );
}

/** The application as charts: running actors, their states, their events and the possible transitions. */
export function Inspector({ controls, ...props }: InspectorProps) {
  const broken = useSelector(props.inspector, selectIsBroken);
  const hasUser = useWorkspace(() => true) ?? false;
  useFloatingEarly();
  if (!broken)
    return (
      <>
        <Working {...props} controls={controls} />
        {/* The overlays of a user have those of all pages. */}
        {!hasUser && <PageTips />}
      </>
    );
  return (
    <div className={frame}>
      <div className={bar}>{controls}</div>
      <EmptyState title={inspectorCrashed}>
        The app is not affected. Reload the page to open the inspector again.
      </EmptyState>
    </div>
  );
}
