import { memo, useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Zoom } from '../../machines/flowChart/flowChart.machine.ts';
import { measures, type Box, type Picture, type PicturedEdge, type PicturedState, type Point } from '../../machines/chart/picture.ts';
import { css, cx } from 'styled-system/css';

/** What is lit on a chart. */
export interface ChartLight {
  /** Ids of active states. */
  active: ReadonlySet<string>;
  /** Keys of the transitions that the last event took. */
  moved: ReadonlySet<string>;
  /** Changes with every such event, so that the same way taken twice is seen twice. */
  movedSeq: number | null;
  /** Keys of the transitions that begin in active states. */
  possible: ReadonlySet<string>;
}

const frame = css({ position: 'relative', flex: '1', minHeight: '0', minWidth: '0', overflow: 'auto', background: 'canvas', display: 'grid', padding: '3' });
const fitted = css({ overflow: 'hidden' });
const drawing = css({ display: 'block', margin: 'auto', fontFamily: 'mono', userSelect: 'none' });
const box = css({ transitionProperty: '[fill, stroke]', transitionDuration: 'normal' });
// One class of each at a time: which of two would win is nobody's to say.
const fills = { state: css({ fill: 'surface' }), group: css({ fill: 'canvas' }), lit: css({ fill: 'accentSubtle' }) };
const strokes = {
  plain: css({ stroke: 'edge', strokeWidth: '[1]' }),
  lit: css({ stroke: 'accent', strokeWidth: '[2]' }),
  around: css({ stroke: 'accent', strokeWidth: '[1.5]' }),
  chosen: css({ stroke: 'text', strokeWidth: '[2]' }),
  found: css({ stroke: 'warning', strokeWidth: '[2]' }),
};
const dashed = css({ strokeDasharray: '[4 3]' });
const stateShape = css({ cursor: 'pointer', outline: 'none', '&:focus-visible [data-ring]': { stroke: 'focus', strokeWidth: '[2]' }, _hover: { '& [data-box]': { stroke: 'border' } } });
const ring = css({ fill: '[none]', stroke: '[none]' });
const nameText = css({ fill: 'text', fontSize: 'small', fontWeight: 'medium' });
const nameLit = css({ fill: 'accent', fontSize: 'small', fontWeight: 'semibold' });
const lineText = css({ fill: 'muted', fontSize: 'tiny' });
const lineMoved = css({ fill: 'accent', fontSize: 'tiny', fontWeight: 'semibold' });
const dimmed = css({ opacity: '[0.35]' });
const mark = css({ fill: 'muted' });
const markLit = css({ fill: 'accent' });
const pill = css({ fill: 'sunken', stroke: 'edge', strokeDasharray: '[3 2]' });
const pillText = css({ fill: 'muted', fontSize: 'tiny' });
const head = { plain: css({ fill: 'edge' }), possible: css({ fill: 'muted' }), moved: css({ fill: 'accent' }) } as const;
const labelGround = css({ fill: 'canvas' });
const labelMoved = css({ fill: 'accentSubtle', stroke: 'accent', strokeWidth: '[1]' });
const labelText = css({ fill: 'muted', fontSize: 'tiny' });
const labelPossible = css({ fill: 'text', fontSize: 'tiny' });
const labelTaken = css({ fill: 'accent', fontSize: 'tiny', fontWeight: 'semibold' });
const foldButton = css({ cursor: 'pointer', outline: 'none', '& rect': { fill: '[transparent]' }, '& path': { stroke: 'muted', fill: '[none]', strokeWidth: '[1.5]' }, _hover: { '& rect': { fill: 'hover' }, '& path': { stroke: 'text' } } });

const corner = 5;

/** A line with rounded corners. */
export function roundedPath(points: readonly Point[]): string {
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

function lookOf({ keys }: PicturedEdge, { moved, possible }: ChartLight): EdgeLook {
  if (keys.some((key) => moved.has(key))) return 'moved';
  return keys.some((key) => possible.has(key)) ? 'possible' : 'plain';
}

const ways: Record<EdgeLook, string> = {
  plain: css({ fill: '[none]', stroke: 'edge', strokeWidth: '[1.25]' }),
  possible: css({ fill: '[none]', stroke: 'muted', strokeWidth: '[1.25]' }),
  moved: css({ fill: '[none]', stroke: 'accent', strokeWidth: '[2.5]', animation: 'fadeIn' }),
};

const Edge = memo(({ edge, look, markers, movedSeq }: { edge: PicturedEdge; look: EdgeLook; markers: string; movedSeq: number | null }) => (
  <path key={movedSeq} className={ways[look]} d={roundedPath(edge.points)} markerEnd={`url(#${markers}-${look})`} />
));

const EdgeLabel = memo(({ edge: { label }, look, moved }: { edge: PicturedEdge; look: EdgeLook; moved: ReadonlySet<string> }) => label && (
  <g>
    <rect x={label.x} y={label.y} width={label.width} height={label.height} rx={3} className={look === 'moved' ? labelMoved : labelGround} />
    {label.lines.map(({ text, keys }, index) => (
      <text
        key={text} x={label.x + 5} y={label.y + 13 + index * measures.labelLine}
        className={keys.some((key) => moved.has(key)) ? labelTaken : look === 'possible' ? labelPossible : labelText}
      >
        {text}
      </text>
    ))}
  </g>
), (a, b) => a.edge === b.edge && a.look === b.look && (a.look !== 'moved' || a.moved === b.moved));

interface StateProps {
  state: PicturedState;
  lit: boolean;
  chosen: boolean;
  found: boolean;
  faded: boolean;
  entry: boolean;
  moved: ReadonlySet<string>;
  onChosen: (id: string) => void;
}

const Shape = ({ state: { kind, x, y, width, height }, look }: { state: PicturedState; look: string }) => (
  <>
    <rect data-box x={x} y={y} width={width} height={height} rx={kind === 'history' ? height / 2 : 6} className={look} />
    {kind === 'final' && <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx={4} className={look} />}
  </>
);

const State = memo(({ state, lit, chosen, found, faded, entry, moved, onChosen }: StateProps) => {
  const { id, kind, name, lines, folded, x, y, width, height } = state;
  const isGroup = (kind === 'group' || kind === 'region') && folded === 0;
  const fill = isGroup ? 'group' : lit ? 'lit' : 'state';
  const stroke = chosen ? 'chosen' : found ? 'found' : !lit ? 'plain' : isGroup ? 'around' : 'lit';
  const look = cx(box, fills[fill], strokes[stroke], kind === 'region' && isGroup && dashed);
  return (
    <g
      role="button" tabIndex={entry ? 0 : -1} data-state={id} data-active={lit || undefined} aria-current={lit || undefined} aria-pressed={chosen} className={cx(stateShape, faded && dimmed)}
      onClick={() => onChosen(id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onChosen(id);
      }}
    >
      <Shape state={state} look={look} />
      <rect data-ring x={x - 3} y={y - 3} width={width + 6} height={height + 6} rx={8} className={ring} />
      {kind === 'history'
        ? <text x={x + width / 2} y={y + 17} textAnchor="middle" className={nameText}>H</text>
        : <text x={x + measures.pad} y={y + 17} className={lit ? nameLit : nameText}>{name}{folded > 0 && ` +${folded}`}</text>}
      {lines.map((line, index) => (
        <text key={line.text} x={x + measures.pad} y={y + measures.header + 11 + index * measures.line} className={line.keys.some((key) => moved.has(key)) ? lineMoved : lineText}>
          {line.kind === 'invoke' ? '↻ ' : '· '}{line.text}
        </text>
      ))}
    </g>
  );
}, (a, b) => a.state === b.state && a.lit === b.lit && a.chosen === b.chosen && a.found === b.found && a.faded === b.faded && a.entry === b.entry
  && (a.moved === b.moved || a.state.lines.every(({ keys }) => keys.every((key) => a.moved.has(key) === b.moved.has(key)))));

const Fold = ({ state: { id, name, folded, x, y, width }, onFolded }: { state: PicturedState; onFolded: (id: string) => void }) => (
  // Beside the keyboard's own way: F on the state that has the focus.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <g
    role="button" tabIndex={-1} aria-expanded={folded === 0} aria-label={folded === 0 ? `Fold ${name}` : `Unfold ${name}`} className={foldButton}
    onClick={() => onFolded(id)}
  >
    <rect x={x + width - 24} y={y + 3} width={20} height={20} rx={4} />
    <path d={folded === 0 ? `M${x + width - 18},${y + 11}l4,4l4,-4` : `M${x + width - 16},${y + 9}l4,4l-4,4`} />
  </g>
);

const Mark = ({ state: { kind, x, y, width, height, name }, lit }: { state: PicturedState; lit: boolean }) => (kind === 'start'
  ? <circle cx={x + width / 2} cy={y + height / 2} r={width / 2} className={lit ? markLit : mark} />
  : (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={height / 2} className={pill} />
      <text x={x + width / 2} y={y + 14} textAnchor="middle" className={pillText}>{name}</text>
    </g>
  ));

const isMark = ({ kind }: PicturedState): boolean => kind === 'start' || kind === 'anywhere';
const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + Math.min(height / 2, 20) });

const directions: Readonly<Record<string, Point>> = { ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 }, ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 } };

/** The nearest state in a direction; what lies aside counts as further away. */
export function neighbour(states: readonly PicturedState[], from: PicturedState, direction: Point): PicturedState | undefined {
  const start = centre(from);
  const distance = (state: PicturedState): number => {
    const { x, y } = centre(state);
    const along = (x - start.x) * direction.x + (y - start.y) * direction.y;
    const aside = Math.abs((x - start.x) * direction.y) + Math.abs((y - start.y) * direction.x);
    return along <= 1 ? Infinity : along + aside * 2;
  };
  const [nearest] = states.filter((state) => state !== from && !isMark(state)).map((state) => ({ state, far: distance(state) })).toSorted((a, b) => a.far - b.far);
  return nearest && nearest.far < Infinity ? nearest.state : undefined;
}

const zoomSteps = [0.25, 0.35, 0.5, 0.7, 0.85, 1, 1.25, 1.6, 2] as const;
/** Below this the smallest letters are no longer letters. */
const readable = 0.8;
/** What `frame` keeps free around a picture, twice. */
const margin = 24;

/** The next size up or down; undefined at the ends. */
export const nextZoom = (scale: number, larger: boolean): number | undefined =>
  (larger ? zoomSteps.find((step) => step > scale + 0.01) : zoomSteps.findLast((step) => step < scale - 0.01));

/** How large a chart comes out in its place. */
function useScale(place: RefObject<HTMLElement | null>, { width, height }: Picture, zoom: Zoom): number {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => setSize({ width: element.clientWidth - margin, height: element.clientHeight - margin });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  if (typeof zoom === 'number') return zoom;
  if (!size || size.width <= 0 || size.height <= 0 || width === 0 || height === 0) return 1;
  const fit = Math.min(1, size.width / width, size.height / height);
  return zoom === 'fit' ? fit : Math.max(fit, readable);
}

export interface ChartPictureProps {
  picture: Picture;
  /** Folded states, and what folding changes. */
  isFoldable: (id: string) => boolean;
  light: ChartLight;
  chosen: string | null;
  /** States that are looked for; null when nothing is. */
  found: ReadonlySet<string> | null;
  zoom: Zoom;
  onChosen: (id: string) => void;
  onFolded: (id: string) => void;
  onZoomed: (zoom: number) => void;
}

/** A chart as a picture. Every state can have the focus; arrows move it, Enter chooses, F folds and unfolds. */
export function ChartPicture({ picture, isFoldable, light, chosen, found, zoom, onChosen, onFolded, onZoomed }: ChartPictureProps) {
  const markers = useId();
  const place = useRef<HTMLDivElement>(null);
  const { width, height, states, edges } = picture;
  const isShown = (id: string | null) => states.some((state) => state.id === id);
  const deepestActive = states.findLast(({ id }) => light.active.has(id))?.id;
  const entry = isShown(chosen) ? chosen : deepestActive ?? states[0]?.id;
  // While it is as large as can be read, what happens is kept in sight; else only what somebody asks for.
  const wanted = found !== null ? [...found].at(-1) ?? null : zoom === 'readable' ? chosen ?? deepestActive ?? null : chosen;
  const scale = useScale(place, picture, zoom);

  // What was chosen or found elsewhere is brought into sight.
  useLayoutEffect(() => {
    const frameBox = place.current?.getBoundingClientRect();
    const stateBox = wanted === null ? undefined : place.current?.querySelector(`[data-state="${CSS.escape(wanted)}"] [data-box]`)?.getBoundingClientRect();
    if (!frameBox || !stateBox || zoom === 'fit') return;
    // Not `scrollIntoView`, which would scroll the page around it as well.
    if (stateBox.left < frameBox.left || stateBox.right > frameBox.right) place.current?.scrollBy(stateBox.left + stateBox.width / 2 - frameBox.left - frameBox.width / 2, 0);
    if (stateBox.top < frameBox.top || stateBox.bottom > frameBox.bottom) place.current?.scrollBy(0, stateBox.top + stateBox.height / 2 - frameBox.top - frameBox.height / 2);
    // oxlint-disable-next-line react/exhaustive-deps -- another picture has other places
  }, [wanted, zoom, scale, picture]);

  // By hand, as React listens to wheels without being able to keep them from the page, which would be zoomed instead.
  useEffect(() => {
    const element = place.current;
    const turned = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const next = nextZoom(scale, event.deltaY < 0);
      if (next !== undefined) onZoomed(next);
    };
    element?.addEventListener('wheel', turned, { passive: false });
    return () => element?.removeEventListener('wheel', turned);
  }, [scale, onZoomed]);

  const pressed = (event: KeyboardEvent) => {
    const focused = document.activeElement?.getAttribute('data-state');
    const state = states.find(({ id }) => id === focused);
    const direction = directions[event.key];
    if (state && direction) {
      event.preventDefault();
      const next = neighbour(states, state, direction);
      if (next) place.current?.querySelector<SVGElement>(`[data-state="${CSS.escape(next.id)}"]`)?.focus();
    } else if (state && event.key.toLowerCase() === 'f' && isFoldable(state.id)) {
      event.preventDefault();
      onFolded(state.id);
    }
  };

  return (
    // Keys and the wheel only help along; every state in it can be operated by itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={place} className={cx(frame, zoom === 'fit' && fitted)} role="group" aria-label={`Chart of ${picture.chart}`}
      onKeyDown={pressed}
      onPointerDown={(event) => {
        if (event.button !== 0 || (event.target as Element).closest('[role=button]') !== null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) event.currentTarget.scrollBy(-event.movementX, -event.movementY);
      }}
    >
      <svg
        className={drawing} viewBox={`0 0 ${width} ${height}`} data-picture={picture.chart} data-scale={scale} width={width * scale} height={height * scale}
      >
        <defs>
          {(['plain', 'possible', 'moved'] as const).map((look) => (
            <marker key={look} id={`${markers}-${look}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth={look === 'moved' ? 4 : 6} markerHeight={look === 'moved' ? 4 : 6} orient="auto-start-reverse">
              <path d="M0,0L8,4L0,8z" className={head[look]} />
            </marker>
          ))}
        </defs>
        {states.filter(({ kind, folded }) => (kind === 'group' || kind === 'region') && folded === 0).map((state) => (
          <State
            key={state.id} state={state} lit={light.active.has(state.id)} chosen={state.id === chosen} found={found?.has(state.id) ?? false} faded={false}
            entry={state.id === entry} moved={light.moved} onChosen={onChosen}
          />
        ))}
        {edges.map((edge) => <Edge key={edge.id} edge={edge} look={lookOf(edge, light)} markers={markers} movedSeq={lookOf(edge, light) === 'moved' ? light.movedSeq : null} />)}
        {states.filter(isMark).map((state) => <Mark key={state.id} state={state} lit={false} />)}
        {states.filter((state) => !isMark(state) && !((state.kind === 'group' || state.kind === 'region') && state.folded === 0)).map((state) => (
          <State
            key={state.id} state={state} lit={light.active.has(state.id)} chosen={state.id === chosen} found={found?.has(state.id) ?? false}
            faded={found !== null && !found.has(state.id)} entry={state.id === entry} moved={light.moved} onChosen={onChosen}
          />
        ))}
        {edges.map((edge) => <EdgeLabel key={edge.id} edge={edge} look={lookOf(edge, light)} moved={light.moved} />)}
        {states.filter(({ id }) => isFoldable(id)).map((state) => <Fold key={state.id} state={state} onFolded={onFolded} />)}
      </svg>
    </div>
  );
}

/** How large a chart has come out, for what makes it larger or smaller. */
export const drawnScale = (place: Element | null): number => Number(place?.querySelector<SVGElement>('svg[data-picture]')?.dataset['scale'] ?? 1);
