import { useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react';
import { areaOfMatch, type CurrentMatch } from '../../inspector/chart/matches.ts';
import { overviewScale } from '../../inspector/chart/overview.ts';
import { measures, type Box, type Picture, type PicturedState, type Point } from '../../inspector/chart/picture.ts';
import {
  around,
  viewportAt,
  shownFor,
  focusAreasOf,
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

/** Scrolls the middle of an area to the middle of the view. */
function centerOn(container: HTMLElement, scale: number, { x, y, width, height }: Box): void {
  const viewport = viewportIn(container, scale);
  if (!viewport) return;
  container.scrollBy(
    (x + width / 2 - viewport.x - viewport.width / 2) * scale,
    (y + height / 2 - viewport.y - viewport.height / 2) * scale,
  );
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
}

/** Scrolls to the active states while the user follows them. */
export function useFollowing(
  container: Container,
  { picture, highlight, following, sought, scale, size, zoom, isSearching }: FollowingOptions,
): void {
  // Scrolls once for each change: if the user then scrolls away, the picture stays there.
  const followed = useRef<{ picture: Picture; of: string; following: boolean } | null>(null);
  useLayoutEffect(() => {
    const of = `${highlight.movedSeq} ${sought}`;
    const before = followed.current;
    followed.current = { picture, of: following || !before ? of : before.of, following };
    if (!container.current || zoom === 'fit' || isSearching) return;
    const isOther = before?.picture.chart !== picture.chart;
    if (!isOther && (!following || (!before.following && before.of === of))) return;
    scrollToBox(container.current, scale, focusAreasOf(picture, highlight));
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a pane of another size shows something else
  }, [container, following, sought, highlight, picture, scale, size, zoom, isSearching]);
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
}

/** Scrolls to the selected or found state. */
export function useRevealed(
  container: Container,
  { picture, shown, chosen, found, match, scale, zoom }: RevealedOptions,
): void {
  const { states, edges } = picture;
  // A selection or search result from elsewhere is scrolled into view once.
  useLayoutEffect(() => {
    if (!container.current || zoom === 'fit') return;
    const state = chosen === null ? undefined : shownFor(shown, chosen);
    if (state) scrollToBox(container.current, scale, [{ ...state, height: Math.min(state.height, measures.header) }]);
    // oxlint-disable-next-line react/exhaustive-deps -- only a choice moves the picture
  }, [chosen, zoom]);
  useLayoutEffect(() => {
    if (!container.current || !found || zoom === 'fit') return;
    const [first] = [...found.states].map((id) => shownFor(shown, id)).filter((state) => state !== undefined);
    const label = edges.find(({ keys }) => anyOf(keys, found.transitions))?.label;
    const line = states.find(({ lines }) => lines.some(({ keys }) => anyOf(keys, found.transitions)));
    const focusArea = (match && areaOfMatch(picture, match)) ?? first ?? label ?? line;
    if (focusArea)
      scrollToBox(container.current, scale, [{ ...focusArea, height: Math.min(focusArea.height, measures.header) }]);
    // oxlint-disable-next-line react/exhaustive-deps -- only a search moves the picture
  }, [found, zoom]);
}

/** Matches that have been centered: a picture that is mounted again does not scroll or zoom to them again. */
const centered = new WeakSet<CurrentMatch>();

interface MatchOptions extends Pick<RevealedOptions, 'picture' | 'match' | 'scale'> {
  /** Whether the scale is that of the container's size. */
  isMeasured: boolean;
  /** Called when the chosen zoom is too small for the words of a match. */
  onUnreadable: () => void;
}

/** Centers the match that the user has stepped to, at a zoom at which it can be read. */
export function useMatch(
  container: Container,
  { picture, match, scale, isMeasured, onUnreadable }: MatchOptions,
): void {
  useLayoutEffect(() => {
    if (!container.current || !match || !isMeasured || centered.has(match)) return;
    if (scale < overviewScale) {
      onUnreadable();
      return;
    }
    const area = areaOfMatch(picture, match);
    if (area) centerOn(container.current, scale, area);
    centered.add(match);
  }, [container, picture, match, scale, isMeasured, onUnreadable]);
}

/** Revealed states that have had the focus: a picture that is mounted again does not take it again. */
const focused = new WeakSet<readonly string[]>();

interface RevealOptions extends Pick<RevealedOptions, 'shown' | 'scale'> {
  revealed: readonly string[];
  /** Whether the scale is that of the container's size. */
  isMeasured: boolean;
  /** Called when the chosen zoom is too small for the words of a state. */
  onUnreadable: () => void;
}

/** Scrolls to the states that an event led to, and moves the focus there. */
export function useReveal(
  container: Container,
  { shown, revealed, scale, isMeasured, onUnreadable }: RevealOptions,
): void {
  useLayoutEffect(() => {
    const [first, ...others] = revealed.map((id) => shownFor(shown, id)).filter((state) => state !== undefined);
    if (!container.current || !first || !isMeasured || focused.has(revealed)) return;
    if (scale < overviewScale) {
      onUnreadable();
      return;
    }
    focused.add(revealed);
    scrollToBox(container.current, scale, [around([first, ...others]), first]);
    container.current
      .querySelector<SVGElement>(`[data-state="${CSS.escape(first.id)}"]`)
      ?.focus({ preventScroll: true });
  }, [container, shown, revealed, scale, isMeasured, onUnreadable]);
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
