import { useSelector } from '@xstate/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import ChevronsDownUp from 'lucide-react/icons/chevrons-down-up';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import LocateFixed from 'lucide-react/icons/locate-fixed';
import Maximize from 'lucide-react/icons/maximize';
import Minus from 'lucide-react/icons/minus';
import Plus from 'lucide-react/icons/plus';
import Scan from 'lucide-react/icons/scan';
import { memo, useCallback, useMemo, useState, type KeyboardEvent } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { foldsHiding, matchesIn, matchText } from '../../inspector/chart/matches.ts';
import { activeStates } from '../../inspector/chart/stateValue.ts';
import { foundIn } from '../../inspector/chart/viewport.ts';
import type { flowChartMachine, Zoom } from '../../machines/inspector/flowChart/flowChart.machine.ts';
import {
  selectChart,
  selectChosen,
  selectDrawn,
  selectFailure,
  selectForm,
  selectIsFollowing,
  selectIsLayingOut,
  selectMatch,
  selectQuery,
  selectRevealed,
  selectSought,
  selectZoom,
} from '../../machines/inspector/flowChart/flowChart.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { controlClass } from '../ui/controlStyles.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { barNote } from './barStyles.ts';
import type { ChartHighlight } from './chartHighlight.ts';
import { ChartOutline } from './ChartOutline.tsx';
import { ChartPicture, nextZoom } from './ChartPicture.tsx';
import { Choices } from './Choices.tsx';

type FlowChartActor = ActorRefFrom<typeof flowChartMachine>;

const pane = css({ display: 'flex', flexDirection: 'column', minWidth: '0', minHeight: '0', height: 'full' });
const bar = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2',
  paddingBlock: '1.5',
  paddingInline: '2',
  borderBottom: 'hairline',
  flexShrink: '0',
});
const title = css({
  textStyle: 'mono',
  fontWeight: 'semibold',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: '0',
});
const search = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '1.5',
  flex: '[1 1 6rem]',
});
const field = css({ height: 'control.small', paddingInline: '2', width: 'full', maxWidth: 'name', minWidth: '24' });
const tools = css({ display: 'flex', alignItems: 'center' });
const spoken = css({ srOnly: true });
const count = css({ textStyle: 'small', color: 'muted', whiteSpace: 'nowrap' });
const scale = css({ textStyle: 'small', color: 'muted', minWidth: '10', textAlign: 'center' });
// Most layouts take less than the time after which it appears.
const late = css({ display: 'inline-flex', animation: 'appearLate' });
const body = css({ flex: '1', minHeight: '0', display: 'flex', flexDirection: 'column', background: 'canvas' });
const padded = css({ padding: '4', width: 'full' });

const none: ReadonlySet<string> = new Set();

interface ChartPaneProps {
  flow: FlowChartActor;
  /** The state value of the selected actor; null for a chart without a running actor. */
  value: unknown;
  moved: { seq: number; keys: readonly string[] } | null;
}

/** The highlight of the chart: compared as texts, so that an update without changes does not render. */
function useLight(flow: FlowChartActor, value: unknown, moved: ChartPaneProps['moved']): ChartHighlight {
  const drawn = useSelector(flow, selectDrawn);
  const activeText = drawn ? activeStates(drawn.drawing, value).join('\n') : '';
  const movedText = drawn ? (moved?.keys.join('\n') ?? '') : '';
  const active = useMemo<ReadonlySet<string>>(
    () => (activeText === '' ? none : new Set(activeText.split('\n'))),
    [activeText],
  );
  const movedKeys = useMemo<ReadonlySet<string>>(
    () => (movedText === '' ? none : new Set(movedText.split('\n'))),
    [movedText],
  );
  const possible = useMemo<ReadonlySet<string>>(
    () => new Set(drawn?.drawing.transitions.filter(({ source }) => active.has(source)).map(({ key }) => key)),
    [drawn, active],
  );
  const movedSeq = moved?.seq ?? null;
  return useMemo<ChartHighlight>(
    () => ({ active, moved: movedKeys, movedSeq, possible }),
    [active, movedKeys, movedSeq, possible],
  );
}

function ZoomTools({ flow, drawnScale }: Pick<ChartBarProps, 'flow' | 'drawnScale'>) {
  const zoom = useSelector(flow, selectZoom);
  const following = useSelector(flow, selectIsFollowing);
  const zoomTo = (to: Zoom) => flow.send({ type: 'zoom.set', zoom: to });
  const [smaller, larger] = [nextZoom(drawnScale, false), nextZoom(drawnScale, true)];
  return (
    <div className={tools}>
      {/* Not `disabled`: the button would lose the focus at its last step. */}
      <IconButton
        size="small"
        variant="text"
        label="Zoom out"
        icon={<Minus />}
        aria-disabled={smaller === undefined}
        onClick={() => smaller !== undefined && zoomTo(smaller)}
      />
      <span className={scale}>
        {typeof zoom === 'number' ? `${Math.round(zoom * 100)} %` : zoom === 'fit' ? 'All' : 'Auto'}
      </span>
      <IconButton
        size="small"
        variant="text"
        label="Zoom in"
        icon={<Plus />}
        aria-disabled={larger === undefined}
        onClick={() => larger !== undefined && zoomTo(larger)}
      />
      <IconButton
        size="small"
        variant="text"
        label={zoom === 'fit' ? 'Readable size' : 'Zoom to fit'}
        icon={zoom === 'fit' ? <Scan /> : <Maximize />}
        onClick={() => zoomTo(zoom === 'fit' ? 'readable' : 'fit')}
      />
      <IconButton
        size="small"
        variant={following ? 'alternative' : 'text'}
        label="Follow active state"
        icon={<LocateFixed />}
        aria-pressed={following}
        onClick={() => flow.send({ type: 'following.toggled' })}
      />
    </div>
  );
}

/** The search field, the number of matches, and the steps from one to the next. */
function Search({ flow }: { flow: FlowChartActor }) {
  const drawn = useSelector(flow, selectDrawn);
  const query = useSelector(flow, selectQuery);
  const match = useSelector(flow, selectMatch);
  const matches = useMemo(() => (drawn ? matchesIn(drawn.drawing, query) : []), [drawn, query]);
  const step = (isBackward: boolean) => flow.send({ type: 'match.requested', isBackward });
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    step(event.shiftKey);
  };
  return (
    <div className={search}>
      <span className={count} role="status">
        {drawn && query.trim() !== '' && (
          <>
            {match
              ? `${match.index + 1} of ${matches.length}`
              : matches.length === 0
                ? 'No matches'
                : `${matches.length} ${matches.length === 1 ? 'match' : 'matches'}`}
            {match && <span className={spoken}>: {matchText(drawn.drawing, match)}</span>}
          </>
        )}
      </span>
      {matches.length > 0 && (
        <span className={tools}>
          <IconButton
            size="small"
            variant="text"
            label="Previous match"
            icon={<ChevronUp />}
            onClick={() => step(true)}
          />
          <IconButton
            size="small"
            variant="text"
            label="Next match"
            icon={<ChevronDown />}
            onClick={() => step(false)}
          />
        </span>
      )}
      <input
        type="search"
        className={cx(controlClass, field)}
        aria-label="Find a state or event"
        placeholder="Find a state or event"
        value={query}
        spellCheck={false}
        onChange={(event) => flow.send({ type: 'query.changed', query: event.currentTarget.value })}
        onKeyDown={pressed}
      />
    </div>
  );
}

interface ChartBarProps {
  flow: FlowChartActor;
  chart: string;
  active: ReadonlySet<string>;
  foldable: ReadonlySet<string>;
  /** Pixels per unit of the picture. */
  drawnScale: number;
}

/** The name of the chart, and its view settings. */
function ChartBar({ flow, chart, active, foldable, drawnScale }: ChartBarProps) {
  const drawn = useSelector(flow, selectDrawn);
  const form = useSelector(flow, selectForm);
  const isLayingOut = useSelector(flow, selectIsLayingOut);
  const isFolded = (drawn?.folded.length ?? 0) > 0;
  const foldAll = isFolded ? 'Expand all' : 'Collapse all';
  return (
    <div className={bar}>
      <h2 className={title}>{chart}</h2>
      <span role="status" className={spoken}>
        {active.size > 0
          ? `Active: ${[...active]
              .map((id) => id.slice(id.lastIndexOf('.') + 1))
              .slice(1)
              .join(', ')}`
          : ''}
      </span>
      <Choices
        label="Chart view"
        value={form}
        onChosen={(to) => flow.send({ type: 'form.chosen', form: to })}
        choices={[
          { value: 'picture', label: 'Chart' },
          { value: 'outline', label: 'Outline' },
        ]}
      />
      {form === 'picture' && <ZoomTools flow={flow} drawnScale={drawnScale} />}
      {form === 'picture' && foldable.size > 0 && (
        <Tooltip content={foldAll} side="bottom">
          <Button
            size="small"
            variant="text"
            icon={isFolded ? <ChevronsUpDown aria-hidden /> : <ChevronsDownUp aria-hidden />}
            onClick={() => flow.send({ type: 'folds.set', folded: isFolded ? [] : [...foldable] })}
          >
            <span className={barNote}>{foldAll}</span>
          </Button>
        </Tooltip>
      )}
      {isLayingOut && drawn && (
        <span className={late}>
          <Spinner />
        </span>
      )}
      <Search flow={flow} />
    </div>
  );
}

/** One chart, as a picture or as text, with active states highlighted and the last transition marked. */
export const ChartPane = memo(({ flow, value, moved }: ChartPaneProps) => {
  const chart = useSelector(flow, selectChart);
  const drawn = useSelector(flow, selectDrawn);
  const chosen = useSelector(flow, selectChosen);
  const form = useSelector(flow, selectForm);
  const zoom = useSelector(flow, selectZoom);
  const query = useSelector(flow, selectQuery);
  const failure = useSelector(flow, selectFailure);
  const following = useSelector(flow, selectIsFollowing);
  const sought = useSelector(flow, selectSought);
  const revealed = useSelector(flow, selectRevealed);
  const match = useSelector(flow, selectMatch);
  const [drawnScale, setDrawnScale] = useState(1);

  const highlight = useLight(flow, value, moved);
  const found = useMemo(() => (drawn ? foundIn(drawn.drawing, query) : null), [drawn, query]);
  // Its collapsed states are expanded first.
  const shownMatch = drawn && match && foldsHiding(drawn.drawing, drawn.folded, match).length === 0 ? match : null;
  const foldable = useMemo(
    () =>
      new Set(
        drawn?.drawing.states
          .filter(({ parent, children }) => parent !== null && children.length > 0)
          .map(({ id }) => id),
      ),
    [drawn],
  );

  const choose = useCallback(
    (id: string) => flow.send({ type: 'state.chosen', id: flow.getSnapshot().context.chosen === id ? null : id }),
    [flow],
  );
  const zoomTo = useCallback((to: Zoom) => flow.send({ type: 'zoom.set', zoom: to }), [flow]);
  const moveByHand = useCallback(() => flow.send({ type: 'picture.moved' }), [flow]);
  const fold = useCallback(
    (id: string) => {
      const folded = flow.getSnapshot().context.folded ?? [];
      flow.send({ type: 'picture.moved' });
      flow.send({
        type: 'folds.set',
        folded: folded.includes(id) ? folded.filter((other) => other !== id) : [...folded, id],
      });
    },
    [flow],
  );

  if (chart === null) {
    return (
      <div className={pane}>
        <div className={padded}>
          <EmptyState title="Not a state machine">
            This actor is a promise, a callback, or an observable. Its input is shown in the side panel.
          </EmptyState>
        </div>
      </div>
    );
  }
  return (
    <section className={pane} aria-label={`Chart ${chart}`}>
      <ChartBar flow={flow} chart={chart} active={highlight.active} foldable={foldable} drawnScale={drawnScale} />
      <div className={body}>
        {failure && (
          <div className={padded}>
            <ErrorState
              title="Could not draw this chart"
              failure={failure}
              onRetry={() => flow.send({ type: 'layout.retried' })}
            />
          </div>
        )}
        {!drawn && !failure && (
          <div className={padded}>
            <SkeletonRows label="Drawing the chart" />
          </div>
        )}
        {drawn && form === 'picture' && (
          <ChartPicture
            picture={drawn.picture}
            isFoldable={(id) => foldable.has(id)}
            highlight={highlight}
            chosen={chosen}
            found={found}
            match={shownMatch}
            revealed={revealed}
            zoom={zoom}
            following={following}
            sought={sought}
            onChosen={choose}
            onFolded={fold}
            onZoomed={zoomTo}
            onScaled={setDrawnScale}
            onMoved={moveByHand}
          />
        )}
        {drawn && form === 'outline' && (
          <ChartOutline
            drawing={drawn.drawing}
            highlight={highlight}
            chosen={chosen}
            found={found}
            match={match}
            onChosen={choose}
          />
        )}
      </div>
    </section>
  );
});
