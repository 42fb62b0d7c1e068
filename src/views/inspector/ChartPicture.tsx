import {
  type KeyboardEvent,
  memo,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { css, cx } from 'styled-system/css';
import { areaOfMatch, type CurrentMatch } from '../../inspector/chart/matches.ts';
import {
  between,
  calloutsFor,
  nearNames,
  overviewNames,
  overviewScale,
  pointedName,
  type Callout,
  type OverviewName,
} from '../../inspector/chart/overview.ts';
import {
  isOpenGroup,
  measures,
  type Box,
  type Picture,
  type PicturedEdge,
  type PicturedState,
  type Point,
} from '../../inspector/chart/picture.ts';
import { shownFor, type Found } from '../../inspector/chart/viewport.ts';
import type { Zoom } from '../../machines/inspector/flowChart/flowChart.machine.ts';
import { anyOf, type ChartHighlight } from './chartHighlight.ts';
import { Minimap } from './Minimap.tsx';
import {
  attentionOf,
  useDragScroll,
  useFoldAnchor,
  useFollowing,
  useMatch,
  useReveal,
  useRevealed,
  useZoomCenter,
} from './pictureScroll.ts';

const frame = css({
  position: 'relative',
  flex: '1',
  minHeight: '0',
  minWidth: '0',
  overflow: 'auto',
  background: 'canvas',
  display: 'grid',
  padding: '3',
});
const place = css({
  position: 'relative',
  display: 'flex',
  flex: '1',
  minWidth: '0',
  minHeight: '0',
  background: 'canvas',
});
const fitted = css({ overflow: 'hidden' });
// Hinted letters have whole pixels as widths: at most scales, words would be wider than the boxes measured for them.
const drawing = css({
  display: 'block',
  margin: 'auto',
  fontFamily: 'mono',
  textRendering: 'geometricPrecision',
  userSelect: 'none',
});
// Lines of a small chart stay as thick as they can be seen.
const thin = css({ overflow: 'visible', '& [data-box], & > path': { vectorEffect: 'non-scaling-stroke' } });
const overviewName = css({ stroke: 'canvas', paintOrder: '[stroke]', pointerEvents: 'none' });
const leader = css({ stroke: 'edge', strokeWidth: '[1]', vectorEffect: 'non-scaling-stroke', pointerEvents: 'none' });
const accentLeader = css({ stroke: 'accent!' });
const overviewLooks = {
  plain: css({ fill: 'text', fontWeight: 'medium' }),
  active: css({ fill: 'accent', fontWeight: 'semibold' }),
};
const box = css({ transitionProperty: '[fill, stroke]', transitionDuration: 'normal' });
// One class each at a time: the order in the style sheet is not defined.
const fills = {
  state: css({ fill: 'surface' }),
  group: css({ fill: 'canvas' }),
  highlighted: css({ fill: 'accentSubtle' }),
};
const strokes = {
  plain: css({ stroke: 'edge', strokeWidth: '[1]' }),
  highlighted: css({ stroke: 'accent', strokeWidth: '[2]' }),
  around: css({ stroke: 'accent', strokeWidth: '[1.5]' }),
  chosen: css({ stroke: 'text', strokeWidth: '[2]' }),
  found: css({ stroke: 'warning', strokeWidth: '[2]' }),
};
const dashed = css({ strokeDasharray: '[4 3]' });
const stateShape = css({
  cursor: 'pointer',
  outline: 'none',
  '&:focus-visible [data-ring]': { stroke: 'focus', strokeWidth: '[2]' },
  _hover: { '& [data-box]': { stroke: 'border' } },
});
const ring = css({ fill: '[none]', stroke: '[none]' });
const revealedRing = css({ fill: '[none]', stroke: 'warning', strokeWidth: '[3]', animation: 'fadeIn' });
const matchRing = css({
  fill: '[none]',
  stroke: 'warning',
  strokeWidth: '[3]',
  vectorEffect: 'non-scaling-stroke',
  pointerEvents: 'none',
  animation: 'fadeIn',
});
const nameText = css({ fill: 'text', fontSize: 'small', fontWeight: 'medium' });
const highlightedName = css({ fill: 'accent', fontSize: 'small', fontWeight: 'semibold' });
const lineText = css({ fill: 'muted', fontSize: 'tiny' });
const lineMoved = css({ fill: 'accent', fontSize: 'tiny', fontWeight: 'semibold' });
const lineFound = css({ fill: 'warning', fontSize: 'tiny', fontWeight: 'semibold' });
const dimmed = css({ opacity: '[0.35]' });
const mark = css({ fill: 'muted' });
const highlightedMark = css({ fill: 'accent' });
const pill = css({ fill: 'sunken', stroke: 'edge', strokeDasharray: '[3 2]' });
const pillText = css({ fill: 'muted', fontSize: 'tiny' });
const head = {
  plain: css({ fill: 'edge' }),
  possible: css({ fill: 'muted' }),
  moved: css({ fill: 'accent' }),
} as const;
const labelGround = css({ fill: 'canvas' });
const labelMoved = css({ fill: 'accentSubtle', stroke: 'accent', strokeWidth: '[1]' });
const labelFoundGround = css({ fill: 'canvas', stroke: 'warning', strokeWidth: '[1]' });
const labelText = css({ fill: 'muted', fontSize: 'tiny' });
const labelPossible = css({ fill: 'text', fontSize: 'tiny' });
const labelFound = css({ fill: 'text', fontSize: 'tiny', fontWeight: 'semibold' });
const labelTaken = css({ fill: 'accent', fontSize: 'tiny', fontWeight: 'semibold' });
const foldButton = css({
  cursor: 'pointer',
  outline: 'none',
  '& rect': { fill: '[transparent]' },
  '& path': { stroke: 'muted', fill: '[none]', strokeWidth: '[1.5]' },
  _hover: { '& rect': { fill: 'hover' }, '& path': { stroke: 'text' } },
});

const corner = 5;

/** A line with rounded corners. */
function roundedPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = [`M${first.x},${first.y}`];
  for (const [index, point] of rest.entries()) {
    const before = points[index]!;
    const after = rest[index + 1];
    if (!after) {
      parts.push(`L${point.x},${point.y}`);
      continue;
    }
    const towards = (from: Point, to: Point): Point => {
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const reach = length === 0 ? 0 : Math.min(corner, length / 2) / length;
      return { x: from.x + (to.x - from.x) * reach, y: from.y + (to.y - from.y) * reach };
    };
    const into = towards(point, before);
    const out = towards(point, after);
    parts.push(`L${into.x},${into.y}Q${point.x},${point.y} ${out.x},${out.y}`);
  }
  return parts.join('');
}

type EdgeLook = keyof typeof head;

const none: ReadonlySet<string> = new Set();

function lookOf({ keys }: PicturedEdge, { moved, possible }: ChartHighlight): EdgeLook {
  if (anyOf(keys, moved)) return 'moved';
  return anyOf(keys, possible) ? 'possible' : 'plain';
}

const ways: Record<EdgeLook, string> = {
  plain: css({ fill: '[none]', stroke: 'edge', strokeWidth: '[1.25]' }),
  possible: css({ fill: '[none]', stroke: 'muted', strokeWidth: '[1.25]' }),
  moved: css({ fill: '[none]', stroke: 'accent', strokeWidth: '[2.5]', animation: 'fadeIn' }),
};

const Edge = memo(
  ({
    edge,
    look,
    faded,
    markers,
    movedSeq,
  }: {
    edge: PicturedEdge;
    look: EdgeLook;
    faded: boolean;
    markers: string;
    movedSeq: number | null;
  }) => (
    <path
      key={movedSeq}
      className={cx(ways[look], faded && dimmed)}
      d={roundedPath(edge.points)}
      markerEnd={`url(#${markers}-${look})`}
    />
  ),
);

interface EdgeLabelProps {
  edge: PicturedEdge;
  look: EdgeLook;
  moved: ReadonlySet<string>;
  /** Transitions that match the search; null without a search. */
  found: ReadonlySet<string> | null;
}

const EdgeLabel = memo(
  ({ edge: { label, keys }, look, moved, found }: EdgeLabelProps) =>
    label && (
      <g
        className={found && !anyOf(keys, found) ? dimmed : undefined}
        data-found={(found && anyOf(keys, found)) || undefined}
      >
        <rect
          x={label.x}
          y={label.y}
          width={label.width}
          height={label.height}
          rx={3}
          className={look === 'moved' ? labelMoved : found && anyOf(keys, found) ? labelFoundGround : labelGround}
        />
        {label.lines.map((line, index) => (
          <text
            key={line.text}
            x={label.x + 5}
            y={label.y + 13 + index * measures.labelLine}
            className={
              anyOf(line.keys, moved)
                ? labelTaken
                : found && anyOf(line.keys, found)
                  ? labelFound
                  : look === 'possible'
                    ? labelPossible
                    : labelText
            }
          >
            {line.text}
          </text>
        ))}
      </g>
    ),
  (a, b) =>
    a.edge === b.edge && a.look === b.look && a.found === b.found && (a.look !== 'moved' || a.moved === b.moved),
);

interface StateProps {
  state: PicturedState;
  highlighted: boolean;
  chosen: boolean;
  found: boolean;
  /** An event of the log led here. */
  revealed: boolean;
  faded: boolean;
  /** Too small for its words. */
  bare: boolean;
  entry: boolean;
  moved: ReadonlySet<string>;
  /** Transitions that match the search. */
  foundKeys: ReadonlySet<string>;
  onChosen: (id: string) => void;
}

const lineMarks = { invoke: '↻ ', stays: '· ', leads: '→ ' } as const;

const Shape = ({ state: { kind, x, y, width, height }, look }: { state: PicturedState; look: string }) => (
  <>
    <rect
      data-box
      x={x}
      y={y}
      width={width}
      height={height}
      rx={kind === 'history' ? height / 2 : 6}
      className={look}
    />
    {kind === 'final' && <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={4} className={look} />}
  </>
);

const State = memo(
  ({ state, highlighted, chosen, found, revealed, faded, bare, entry, moved, foundKeys, onChosen }: StateProps) => {
    const { id, kind, name, lines, folded, words, x, y, width, height } = state;
    const isGroup = isOpenGroup(state);
    const fill = isGroup ? 'group' : highlighted ? 'highlighted' : 'state';
    const stroke = chosen ? 'chosen' : found ? 'found' : !highlighted ? 'plain' : isGroup ? 'around' : 'highlighted';
    const look = cx(box, fills[fill], strokes[stroke], kind === 'region' && isGroup && dashed);
    return (
      <g
        role="button"
        tabIndex={entry ? 0 : -1}
        data-state={id}
        data-active={highlighted || undefined}
        data-revealed={revealed || undefined}
        aria-current={highlighted || undefined}
        aria-pressed={chosen}
        aria-label={bare ? name : undefined}
        className={cx(stateShape, faded && dimmed)}
        onClick={() => onChosen(id)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onChosen(id);
        }}
      >
        <Shape state={state} look={look} />
        <rect
          data-ring
          x={x - 3}
          y={y - 3}
          width={width + 6}
          height={height + 6}
          rx={8}
          className={revealed ? revealedRing : ring}
        />
        {bare ? null : kind === 'history' ? (
          <text x={x + width / 2} y={y + 17} textAnchor="middle" className={nameText}>
            H
          </text>
        ) : (
          <text x={words.x + measures.pad} y={y + 17} className={highlighted ? highlightedName : nameText}>
            {name}
            {folded > 0 && ` +${folded}`}
          </text>
        )}
        {(bare ? [] : lines).map((line, index) => (
          <text
            key={line.text}
            x={words.x + measures.pad}
            y={y + measures.header + 11 + index * measures.line}
            className={anyOf(line.keys, moved) ? lineMoved : anyOf(line.keys, foundKeys) ? lineFound : lineText}
          >
            {lineMarks[line.kind]}
            {line.text}
          </text>
        ))}
      </g>
    );
  },
  (a, b) =>
    a.state === b.state &&
    a.highlighted === b.highlighted &&
    a.chosen === b.chosen &&
    a.found === b.found &&
    a.revealed === b.revealed &&
    a.faded === b.faded &&
    a.bare === b.bare &&
    a.entry === b.entry &&
    a.foundKeys === b.foundKeys &&
    (a.moved === b.moved ||
      a.state.lines.every(({ keys }) => keys.every((key) => a.moved.has(key) === b.moved.has(key)))),
);

const Fold = ({
  state: { id, name, folded, x, y, width },
  onFolded,
}: {
  state: PicturedState;
  onFolded: (id: string) => void;
}) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- by keyboard, F folds the state that has the focus
  <g
    role="button"
    tabIndex={-1}
    aria-expanded={folded === 0}
    aria-label={folded === 0 ? `Collapse ${name}` : `Expand ${name}`}
    className={foldButton}
    onClick={() => onFolded(id)}
  >
    <rect x={x + width - 24} y={y + 3} width={20} height={20} rx={4} />
    <path d={folded === 0 ? `M${x + width - 18},${y + 11}l4,4l4,-4` : `M${x + width - 16},${y + 9}l4,4l-4,4`} />
  </g>
);

const Mark = ({
  state: { kind, x, y, width, height, name },
  highlighted,
}: {
  state: PicturedState;
  highlighted: boolean;
}) =>
  kind === 'start' ? (
    <circle cx={x + width / 2} cy={y + height / 2} r={width / 2} className={highlighted ? highlightedMark : mark} />
  ) : (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={height / 2} className={pill} />
      <text x={x + width / 2} y={y + 14} textAnchor="middle" className={pillText}>
        {name}
      </text>
    </g>
  );

const isMark = ({ kind }: PicturedState): boolean => kind === 'start' || kind === 'anywhere' || kind === 'several';
const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + Math.min(height / 2, 20) });

const directions: Readonly<Record<string, Point>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** The nearest state in a direction; sideways distance counts more. */
export function neighbour(
  states: readonly PicturedState[],
  from: PicturedState,
  direction: Point,
): PicturedState | undefined {
  const start = centre(from);
  const distance = (state: PicturedState): number => {
    const { x, y } = centre(state);
    const along = (x - start.x) * direction.x + (y - start.y) * direction.y;
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x);
    return along <= 1 ? Infinity : along + aside * 2;
  };
  const [nearest] = states
    .filter((state) => state !== from && !isMark(state))
    .map((state) => ({ state, far: distance(state) }))
    .toSorted((a, b) => a.far - b.far);
  return nearest && nearest.far < Infinity ? nearest.state : undefined;
}

const zoomSteps = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6, 2] as const;
/** Below this scale, the smallest text takes an effort to read. */
const readable = 0.9;
/** Twice the padding that `frame` leaves around a picture. */
const padding = 24;

/** The next zoom step up or down; undefined at the ends. */
export const nextZoom = (scale: number, larger: boolean): number | undefined =>
  larger ? zoomSteps.find((step) => step > scale + 0.01) : zoomSteps.findLast((step) => step < scale - 0.01);

interface Size {
  width: number;
  height: number;
}

/** The space for a chart, and the scale that fits it. */
function useScale(
  container: RefObject<HTMLElement | null>,
  { width, height }: Picture,
  zoom: Zoom,
): { scale: number; size: Size | null } {
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth - padding, height: element.clientHeight - padding });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [container]);
  if (typeof zoom === 'number') return { scale: zoom, size };
  if (!size || size.width <= 0 || size.height <= 0 || width === 0 || height === 0) return { scale: 1, size };
  const fit = Math.min(1, size.width / width, size.height / height);
  return { scale: zoom === 'fit' || fit >= overviewScale ? fit : readable, size };
}

const scrollingKeys: ReadonlySet<string> = new Set([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  ' ',
]);

interface ChartPictureProps {
  picture: Picture;
  /** Collapsed states, and how to change them. */
  isFoldable: (id: string) => boolean;
  highlight: ChartHighlight;
  chosen: string | null;
  /** Search results; null without a search. */
  found: Found | null;
  /** The search result that the user has stepped to. */
  match: CurrentMatch | null;
  /** The states that an event of the log led to. */
  revealed: readonly string[];
  zoom: Zoom;
  /** Whether the picture follows the active states, and how often the user asked it to scroll there. */
  following: boolean;
  sought: number;
  onChosen: (id: string) => void;
  onFolded: (id: string) => void;
  onZoomed: (zoom: Zoom) => void;
  /** Called with the scale of the picture whenever that is another one. */
  onScaled: (scale: number) => void;
  onMoved: () => void;
}

/** In widths of the line, which stay the same on a small chart. */
const headSize = (look: EdgeLook, isSmall: boolean): number => (look === 'moved' ? 4 : 6) * (isSmall ? 0.7 : 1);

const Arrowheads = ({ id, isSmall }: { id: string; isSmall: boolean }) => (
  <defs>
    {(['plain', 'possible', 'moved'] as const).map((look) => (
      <marker
        key={look}
        id={`${id}-${look}`}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth={headSize(look, isSmall)}
        markerHeight={headSize(look, isSmall)}
        orient="auto-start-reverse"
      >
        <path d="M0,0L8,4L0,8z" className={head[look]} />
      </marker>
    ))}
  </defs>
);

interface DrawingProps extends Pick<
  ChartPictureProps,
  'picture' | 'isFoldable' | 'highlight' | 'chosen' | 'found' | 'match' | 'revealed' | 'onChosen' | 'onFolded'
> {
  shown: ReadonlyMap<string, PicturedState>;
  scale: number;
  /** Free pixels at the left and the right of a chart that is shown as a whole. */
  margin: number;
}

interface Overview {
  /** Inside of the chart. */
  names: readonly OverviewName[];
  callouts: readonly Callout[];
  /** The states, those with a long name larger than in the picture. */
  states: readonly PicturedState[];
  /** The arrows, which end at the edges of these states. */
  edges: readonly PicturedEdge[];
}

/** What a chart shows whose own words are too small; null for one that can be read. */
function useOverview(
  picture: Picture,
  scale: number,
  margin: number,
  isForemost: (state: PicturedState) => boolean,
): Overview | null {
  return useMemo(() => {
    if (scale >= overviewScale) return null;
    const names = overviewNames(picture, scale, isForemost);
    const boxes = new Map(names.map(({ id, box: grown }) => [id, grown]));
    const states = picture.states.map((state) => {
      const grown = boxes.get(state.id);
      if (!grown) return state;
      const [x, y, width, height] = [grown.x, grown.y, grown.width, grown.height].map((length) => length / scale);
      return { ...state, x: x!, y: y!, width: width!, height: height! };
    });
    const drawnAt = new Map(picture.states.map((before, index) => [before.id, { before, now: states[index]! }]));
    const grown = (id: string) => {
      const at = drawnAt.get(id);
      return at && at.before !== at.now ? at : null;
    };
    const edges = picture.edges.map((edge) => {
      const [source, target] = [grown(edge.source), grown(edge.target)];
      return source || target ? { ...edge, points: between(edge.points, source, target) } : edge;
    });
    const beside = calloutsFor(picture, scale, names, margin, isForemost);
    const near = nearNames(picture, scale, [...names, ...beside], isForemost);
    return { names, callouts: [...beside, ...near], states, edges };
  }, [picture, scale, margin, isForemost]);
}

interface OverviewNamesProps {
  picture: Picture;
  overview: Overview;
  scale: number;
  active: ReadonlySet<string>;
  /** The state that the pointer or the focus is on. */
  pointed: string | null;
}

/**
 * Names that can be read on a chart whose own words are too small, on it or beside it; that of the pointed state covers
 * others.
 */
const OverviewNames = ({ picture, overview, scale, active, pointed }: OverviewNamesProps) => {
  const names = [...overview.names, ...overview.callouts];
  const isNamed = names.some(({ id }) => id === pointed);
  const unnamed = isNamed ? undefined : picture.states.find(({ id }) => id === pointed);
  if (unnamed) names.push(pointedName(unnamed, scale, picture.width));
  return (
    <>
      {overview.callouts.map(({ id, line: [from, to] }) => (
        <line
          key={id}
          className={cx(leader, (id === pointed || active.has(id)) && accentLeader)}
          x1={from.x / scale}
          y1={from.y / scale}
          x2={to.x / scale}
          y2={to.y / scale}
        />
      ))}
      {names.map(({ id, text, x, y, height }) => (
        <text
          key={id}
          aria-hidden
          data-name={id}
          x={x / scale}
          y={(y + height - 4) / scale}
          fontSize={11 / scale}
          strokeWidth={(id === pointed ? 8 : 3) / scale}
          className={cx(overviewName, active.has(id) ? overviewLooks.active : overviewLooks.plain)}
        >
          {text}
        </text>
      ))}
    </>
  );
};

/** The frame around the search result that the user has stepped to. */
const MatchMark = ({ picture, match }: { picture: Picture; match: CurrentMatch }) => {
  const area = areaOfMatch(picture, match);
  return (
    area && (
      <rect
        key={match.index}
        data-match
        className={matchRing}
        x={area.x - 3}
        y={area.y - 3}
        width={area.width + 6}
        height={area.height + 6}
        rx={6}
      />
    )
  );
};

const stateAt = ({ target }: SyntheticEvent<SVGElement>): string | null =>
  (target as Element).closest('[data-state]')?.getAttribute('data-state') ?? null;

/** The state that the pointer is on, else that with the focus, and the handlers that find it. */
function usePointed() {
  const [under, setUnder] = useState<string | null>(null);
  const [focused, setFocused] = useState<string | null>(null);
  return {
    pointed: under ?? focused,
    pointing: {
      onPointerOver: (event: SyntheticEvent<SVGElement>) => setUnder(stateAt(event)),
      onPointerLeave: () => setUnder(null),
      onFocus: (event: SyntheticEvent<SVGElement>) => setFocused(stateAt(event)),
      onBlur: () => setFocused(null),
    },
  };
}

/** The visible states that a search finds, and whether it leaves a state out. */
function useFoundShown({ edges }: Picture, shown: ReadonlyMap<string, PicturedState>, found: Found | null) {
  // Inside a collapsed state, the collapsed state is what is visible.
  const foundShown = useMemo(
    () => found && new Set([...found.states].map((id) => shownFor(shown, id)?.id).filter((id) => id !== undefined)),
    [found, shown],
  );
  // For a transition, its source and target are highlighted too.
  const foundEnds = useMemo(
    () =>
      found &&
      new Set(
        edges.filter(({ keys }) => anyOf(keys, found.transitions)).flatMap(({ source, target }) => [source, target]),
      ),
    [found, edges],
  );
  const isFaded = ({ id, lines }: PicturedState): boolean =>
    found !== null &&
    !foundShown?.has(id) &&
    !foundEnds?.has(id) &&
    !lines.some(({ keys }) => anyOf(keys, found.transitions));
  return { foundShown, isFaded };
}

/** The states and arrows. */
function Drawing({
  picture,
  shown,
  scale,
  margin,
  highlight,
  chosen,
  found,
  match,
  revealed,
  isFoldable,
  onChosen,
  onFolded,
}: DrawingProps) {
  const markers = useId();
  const { width, height, edges } = picture;
  const deepestActive = picture.states.findLast(({ id }) => highlight.active.has(id))?.id;
  const entry = chosen !== null && shown.has(chosen) ? chosen : (deepestActive ?? picture.states[0]?.id);
  const { foundShown, isFaded } = useFoundShown(picture, shown, found);
  const isOverview = scale < overviewScale;
  const { pointed, pointing } = usePointed();
  // The names are placed again only when it changes.
  const isForemost = useCallback(
    (state: PicturedState): boolean =>
      state.id === chosen ||
      revealed.includes(state.id) ||
      foundShown?.has(state.id) === true ||
      (highlight.active.has(state.id) && !isOpenGroup(state)),
    [chosen, revealed, foundShown, highlight.active],
  );

  const overview = useOverview(picture, scale, margin, isForemost);
  const states = overview?.states ?? picture.states;

  const drawn = (state: PicturedState, faded: boolean) => (
    <State
      key={state.id}
      state={state}
      highlighted={highlight.active.has(state.id)}
      chosen={state.id === chosen}
      found={foundShown?.has(state.id) ?? false}
      revealed={revealed.includes(state.id)}
      faded={faded}
      bare={isOverview}
      entry={state.id === entry}
      moved={highlight.moved}
      foundKeys={found?.transitions ?? none}
      onChosen={onChosen}
    />
  );
  return (
    <svg
      className={cx(drawing, isOverview && thin)}
      viewBox={`0 0 ${width} ${height}`}
      data-picture={picture.chart}
      data-scale={scale}
      width={width * scale}
      height={height * scale}
      {...(isOverview && pointing)}
    >
      <Arrowheads id={markers} isSmall={isOverview} />
      {states.filter(isOpenGroup).map((state) => drawn(state, false))}
      {(overview?.edges ?? edges).map((edge) => (
        <Edge
          key={edge.id}
          edge={edge}
          look={lookOf(edge, highlight)}
          faded={found !== null && !anyOf(edge.keys, found.transitions)}
          markers={markers}
          movedSeq={lookOf(edge, highlight) === 'moved' ? highlight.movedSeq : null}
        />
      ))}
      {states.filter(isMark).map((state) => (
        <Mark key={state.id} state={state} highlighted={false} />
      ))}
      {states.filter((state) => !isMark(state) && !isOpenGroup(state)).map((state) => drawn(state, isFaded(state)))}
      {(isOverview ? [] : edges).map((edge) => (
        <EdgeLabel
          key={edge.id}
          edge={edge}
          look={lookOf(edge, highlight)}
          moved={highlight.moved}
          found={found?.transitions ?? null}
        />
      ))}
      {states
        .filter(({ id }) => isFoldable(id) && !isOverview)
        .map((state) => (
          <Fold key={state.id} state={state} onFolded={onFolded} />
        ))}
      {match && <MatchMark picture={picture} match={match} />}
      {overview && (
        <OverviewNames
          picture={picture}
          overview={overview}
          scale={scale}
          active={highlight.active}
          pointed={pointed}
        />
      )}
    </svg>
  );
}

/** Zooms by the wheel with Ctrl or Cmd. */
function useWheel(
  container: RefObject<HTMLElement | null>,
  scale: number,
  onZoomed: (zoom: number) => void,
  onMoved: () => void,
): void {
  // Registered directly, because React's wheel listeners are passive and cannot stop the browser's own zoom.
  useEffect(() => {
    const element = container.current;
    const turned = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) {
        onMoved();
        return;
      }
      event.preventDefault();
      const next = nextZoom(scale, event.deltaY < 0);
      if (next !== undefined) onZoomed(next);
    };
    element?.addEventListener('wheel', turned, { passive: false });
    return () => element?.removeEventListener('wheel', turned);
  }, [container, scale, onZoomed, onMoved]);
}

/** A chart as a picture. Every state can take the focus; arrows move it, Enter selects, F collapses and expands. */
export function ChartPicture({
  picture,
  isFoldable,
  highlight,
  chosen,
  found,
  match,
  revealed,
  zoom,
  following,
  sought,
  onChosen,
  onFolded,
  onZoomed,
  onScaled,
  onMoved: onMovedByHand,
}: ChartPictureProps) {
  const container = useRef<HTMLDivElement>(null);
  const { states } = picture;
  const shown = useMemo(() => new Map(states.map((state) => [state.id, state])), [states]);
  const { scale, size } = useScale(container, picture, zoom);
  const isMeasured = size !== null;
  const isSearching = found !== null;
  const [attention] = useState(attentionOf);
  useZoomCenter(container, { picture, scale, zoom, isMeasured }, attention);
  useFollowing(container, { picture, highlight, following, sought, scale, size, zoom, isSearching, attention });
  const onUnreadable = useCallback(() => onZoomed('readable'), [onZoomed]);
  const onMoved = useCallback(() => {
    attention.turn(null);
    onMovedByHand();
  }, [attention, onMovedByHand]);
  const anchorAt = useFoldAnchor(container, picture);
  useRevealed(container, { picture, shown, chosen, found, match, scale, zoom, attention });
  useMatch(container, { picture, match, scale, attention, isMeasured, onUnreadable });
  useReveal(container, { shown, revealed, scale, attention, isMeasured, onUnreadable });
  useLayoutEffect(() => onScaled(scale), [scale, onScaled]);
  useWheel(container, scale, onZoomed, onMoved);
  const dragging = useDragScroll(onMoved);

  const foldAt = (id: string) => {
    anchorAt(id);
    onFolded(id);
  };
  const pressed = (event: KeyboardEvent) => {
    if (scrollingKeys.has(event.key)) onMoved();
    const focused = document.activeElement?.getAttribute('data-state');
    const state = states.find(({ id }) => id === focused);
    const direction = directions[event.key];
    if (state && direction) {
      event.preventDefault();
      const next = neighbour(states, state, direction);
      if (next) container.current?.querySelector<SVGElement>(`[data-state="${CSS.escape(next.id)}"]`)?.focus();
    } else if (state && event.key.toLowerCase() === 'f' && isFoldable(state.id)) {
      event.preventDefault();
      foldAt(state.id);
    }
  };

  const isCut = size !== null && (picture.width * scale > size.width + 1 || picture.height * scale > size.height + 1);
  return (
    <div className={place}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and dragging are shortcuts; each state in it can be operated itself */}
      <div
        ref={container}
        className={cx(frame, zoom === 'fit' && fitted)}
        role="group"
        aria-label={`Chart of ${picture.chart}`}
        onKeyDown={pressed}
        {...dragging}
        onTouchMove={onMoved}
      >
        <Drawing
          picture={picture}
          shown={shown}
          scale={scale}
          margin={zoom === 'fit' && size ? (size.width - picture.width * scale) / 2 : 0}
          highlight={highlight}
          chosen={chosen}
          found={found}
          match={match}
          revealed={revealed}
          isFoldable={isFoldable}
          onChosen={onChosen}
          onFolded={foldAt}
        />
      </div>
      {isCut && (
        <Minimap
          picture={picture}
          active={highlight.active}
          container={container}
          room={size}
          scale={scale}
          onMoved={onMoved}
        />
      )}
    </div>
  );
}
