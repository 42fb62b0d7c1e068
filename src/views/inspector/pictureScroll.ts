import { useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { areaOfMatch, type CurrentMatch } from '../../inspector/chart/matches.ts';
import { overviewScale } from '../../inspector/chart/overview.ts';
import { measures, type Box, type Picture, type PicturedState, type Point } from '../../inspector/chart/picture.ts';
import {
  around,
  focusAreasOf,
  largestIn,
  middleOf,
  shownFor,
  viewportAround,
  viewportAt,
  type Found,
  type Viewport,
} from '../../inspector/chart/viewport.ts';
import type { Zoom } from '../../machines/inspector/flowChart/flowChart.machine.ts';
import { anyOf, type ChartHighlight } from './chartHighlight.ts';

type Container = RefObject<HTMLElement | null>;

/** The part of the picture that is in view; null before there is a picture. */
function viewportIn(container: HTMLElement, scale: number): Viewport | null {
  const svg = container.querySelector('svg[data-picture]');
  if (!svg) return null;
  const frameBox = container.getBoundingClientRect();
  const drawn = svg.getBoundingClientRect();
  return {
    x: (frameBox.left - drawn.left) / scale,
    y: (frameBox.top - drawn.top) / scale,
    width: container.clientWidth / scale,
    height: container.clientHeight / scale,
  };
}

/** Scrolls the picture by the smallest distance that makes the focused area visible. */
function scrollToBox(container: HTMLElement, scale: number, focusAreas: readonly Box[]): void {
  const viewport = viewportIn(container, scale);
  const to = viewport && viewportAt(viewport, focusAreas);
  // Not `scrollIntoView`, which would scroll the page around it as well.
  if (to) container.scrollBy((to.x - viewport.x) * scale, (to.y - viewport.y) * scale);
}

/** Scrolls the middle of the largest area that fits to the middle of the view; returns the area. */
function centerOn(container: HTMLElement, scale: number, focusAreas: readonly Box[]): Box | null {
  const viewport = viewportIn(container, scale);
  const focusArea = viewport && largestIn(viewport, focusAreas);
  if (!focusArea) return null;
  const [to, from] = [middleOf(focusArea), middleOf(viewport)];
  container.scrollBy((to.x - from.x) * scale, (to.y - from.y) * scale);
  return focusArea;
}

/** The part of the picture that the user has selected, found or asked for, until they look at another part. */
interface Attention {
  area: () => Box | null;
  turn: (to: Box | null) => void;
}

export function attentionOf(): Attention {
  let area: Box | null = null;
  return {
    area: () => area,
    turn: (to) => {
      area = to;
    },
  };
}

interface ZoomCenterOptions {
  picture: Picture;
  scale: number;
  zoom: Zoom;
  /** Whether the scale is that of the container's size. */
  isMeasured: boolean;
}

/** While the user zooms, keeps what has their attention in the middle of the view, else the part that is there. */
export function useZoomCenter(container: Container, options: ZoomCenterOptions, attention: Attention): void {
  const { picture, scale, zoom, isMeasured } = options;
  const seen = useRef<{ picture: Picture; scale: number; center: Point } | null>(null);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const before = seen.current;
    if (before && before.picture !== picture) attention.turn(null);
    const [viewport, area] = [viewportIn(element, scale), attention.area()];
    if (before?.picture === picture && before.scale !== scale && zoom !== 'fit' && viewport) {
      const to = viewportAround(picture, viewport, area ? middleOf(area) : before.center);
      element.scrollBy((to.x - viewport.x) * scale, (to.y - viewport.y) * scale);
    }
    const look = () => {
      const now = viewportIn(element, scale);
      seen.current = isMeasured && now ? { picture, scale, center: middleOf(now) } : null;
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  });
}

interface FollowingOptions {
  picture: Picture;
  highlight: ChartHighlight;
  following: boolean;
  sought: number;
  scale: number;
  /** Changes with the size of the container. */
  size: unknown;
  zoom: Zoom;
  isSearching: boolean;
  attention: Attention;
}

/** Scrolls to the active states while the user follows them. */
export function useFollowing(
  container: Container,
  { picture, highlight, following, sought, scale, size, zoom, isSearching, attention }: FollowingOptions,
): void {
  // Scrolls once for each change: if the user then scrolls away, the picture stays there.
  const followed = useRef<{ picture: Picture; of: string; following: boolean; zoom: Zoom } | null>(null);
  useLayoutEffect(() => {
    const of = `${highlight.movedSeq} ${sought}`;
    const before = followed.current;
    followed.current = { picture, of: following || !before ? of : before.of, following, zoom };
    if (!container.current || zoom === 'fit' || isSearching) return;
    const isOther = before?.picture.chart !== picture.chart;
    if (!isOther && !following) return;
    if (!isOther && before.of === of) {
      const isEnlarged = before.zoom === 'fit' && zoom === 'readable';
      if (!before.following || attention.area() || (highlight.active.size === 0 && !isEnlarged)) return;
    }
    if (!isOther) attention.turn(null);
    scrollToBox(container.current, scale, focusAreasOf(picture, highlight));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a pane of another size shows something else
  }, [container, following, sought, highlight, picture, scale, size, zoom, isSearching, attention]);
}

const boxOf = (container: HTMLElement | null, id: string): DOMRect | undefined =>
  container?.querySelector(`[data-state="${CSS.escape(id)}"] [data-box]`)?.getBoundingClientRect();

/** Returns a function that keeps a state at its position on the screen while it is collapsed or expanded. */
export function useFoldAnchor(container: Container, picture: Picture): (id: string) => void {
  // A state that the user collapsed or expanded keeps its position on the screen.
  const anchor = useRef<{ id: string; at: DOMRect } | null>(null);
  useLayoutEffect(() => {
    const kept = anchor.current;
    const now = kept && boxOf(container.current, kept.id);
    anchor.current = null;
    if (kept && now) container.current?.scrollBy(now.left - kept.at.left, now.top - kept.at.top);
    // oxlint-disable-next-line react/exhaustive-deps -- only another picture moves it
  }, [picture]);

  return (id) => {
    const at = boxOf(container.current, id);
    anchor.current = at ? { id, at } : null;
  };
}

interface RevealedOptions {
  picture: Picture;
  /** By id, the states that are not inside a collapsed one. */
  shown: ReadonlyMap<string, PicturedState>;
  chosen: string | null;
  found: Found | null;
  match: CurrentMatch | null;
  scale: number;
  zoom: Zoom;
  attention: Attention;
}

/** Its name and first line, where it contains others. */
const headOf = (area: Box): Box => ({ ...area, height: Math.min(area.height, measures.header) });

/** Scrolls to the selected or found state. */
export function useRevealed(
  container: Container,
  { picture, shown, chosen, found, match, scale, zoom, attention }: RevealedOptions,
): void {
  const { states, edges } = picture;
  // A selection or search result from elsewhere is scrolled into view once.
  useLayoutEffect(() => {
    const state = chosen === null ? undefined : shownFor(shown, chosen);
    attention.turn(state ? headOf(state) : null);
    if (container.current && state && zoom !== 'fit') scrollToBox(container.current, scale, [headOf(state)]);
    // oxlint-disable-next-line react/exhaustive-deps -- only a choice moves the picture
  }, [chosen]);
  useLayoutEffect(() => {
    if (!container.current || !found) return;
    const [first] = [...found.states].map((id) => shownFor(shown, id)).filter((state) => state !== undefined);
    const label = edges.find(({ keys }) => anyOf(keys, found.transitions))?.label;
    const line = states.find(({ lines }) => lines.some(({ keys }) => anyOf(keys, found.transitions)));
    const focusArea = (match && areaOfMatch(picture, match)) ?? first ?? label ?? line;
    if (!focusArea) return;
    attention.turn(headOf(focusArea));
    if (zoom !== 'fit') scrollToBox(container.current, scale, [headOf(focusArea)]);
    // oxlint-disable-next-line react/exhaustive-deps -- only a search moves the picture
  }, [found]);
}

/** Matches that have been centered: a picture that is mounted again does not scroll or zoom to them again. */
const centered = new WeakSet<CurrentMatch>();

interface MatchOptions extends Pick<RevealedOptions, 'picture' | 'match' | 'scale' | 'attention'> {
  /** Whether the scale is that of the container's size. */
  isMeasured: boolean;
  /** Called when the chosen zoom is too small for the words of a match. */
  onUnreadable: () => void;
}

/** Centers the match that the user has stepped to, at a zoom at which it can be read. */
export function useMatch(
  container: Container,
  { picture, match, scale, attention, isMeasured, onUnreadable }: MatchOptions,
): void {
  useLayoutEffect(() => {
    if (!container.current || !match || !isMeasured || centered.has(match)) return;
    if (scale < overviewScale) {
      onUnreadable();
      return;
    }
    const area = areaOfMatch(picture, match);
    if (area) attention.turn(centerOn(container.current, scale, [area]));
    centered.add(match);
  }, [container, picture, match, scale, attention, isMeasured, onUnreadable]);
}

/** Revealed states that have had the focus: a picture that is mounted again does not take it again. */
const focused = new WeakSet<readonly string[]>();

interface RevealOptions extends Pick<RevealedOptions, 'shown' | 'scale' | 'attention'> {
  revealed: readonly string[];
  /** Whether the scale is that of the container's size. */
  isMeasured: boolean;
  /** Called when the chosen zoom is too small for the words of a state. */
  onUnreadable: () => void;
}

/** Centers the states that an event led to, and moves the focus there. */
export function useReveal(
  container: Container,
  { shown, revealed, scale, attention, isMeasured, onUnreadable }: RevealOptions,
): void {
  useLayoutEffect(() => {
    const [first, ...others] = revealed.map((id) => shownFor(shown, id)).filter((state) => state !== undefined);
    if (!container.current || !first || !isMeasured || focused.has(revealed)) return;
    if (scale < overviewScale) {
      onUnreadable();
      return;
    }
    focused.add(revealed);
    attention.turn(centerOn(container.current, scale, [around([first, ...others]), first]));
    container.current
      .querySelector<SVGElement>(`[data-state="${CSS.escape(first.id)}"]`)
      ?.focus({ preventScroll: true });
  }, [container, shown, revealed, scale, attention, isMeasured, onUnreadable]);
}

/** Pixels after which a press counts as a drag. */
const slack = 4;

/** Handlers that scroll an element while its content is dragged. */
export function useDragScroll(onMoved: () => void) {
  const drag = useRef<Point | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { left, top } = event.currentTarget.getBoundingClientRect();
      const onScrollbar =
        event.clientX - left > event.currentTarget.clientWidth ||
        event.clientY - top > event.currentTarget.clientHeight;
      if (onScrollbar) onMoved();
      drag.current =
        event.button === 0 && !onScrollbar && event.pointerType === 'mouse'
          ? { x: event.clientX, y: event.clientY }
          : null;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!drag.current) return;
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) {
        if (event.buttons !== 1 || Math.hypot(event.clientX - drag.current.x, event.clientY - drag.current.y) < slack)
          return;
        // From here on, the press is no click on its target.
        event.currentTarget.setPointerCapture(event.pointerId);
      }
      event.currentTarget.scrollBy(drag.current.x - event.clientX, drag.current.y - event.clientY);
      drag.current = { x: event.clientX, y: event.clientY };
      onMoved();
    },
    onPointerUp: () => {
      drag.current = null;
    },
  };
}
