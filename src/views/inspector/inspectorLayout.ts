import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * The inspector's layout: `wide` shows everything side by side, `tall` the chart above and one pane below it, `small`
 * one pane at a time.
 */
export type Room = 'wide' | 'tall' | 'small';

/** Minimum pixels for panes beside one another, or below one another, and for all buttons of the bar in one line. */
const least = { width: 800, height: 520, bar: 480 } as const;

export function roomFor(width: number, height: number): Room {
  if (width >= least.width) return 'wide';
  return height >= least.height ? 'tall' : 'small';
}

/** The room inside an element, from its first frame on, and whether it is too narrow for the buttons of the bar. */
export function useRoom(): { container: RefObject<HTMLDivElement | null>; room: Room; isNarrow: boolean } {
  const container = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Room>('wide');
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const measure = () => {
      // Without layout, as in a test, every size counts as large enough.
      if (element.clientWidth === 0) return;
      setRoom(roomFor(element.clientWidth, element.clientHeight));
      setNarrow(element.clientWidth < least.bar);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { container, room, isNarrow };
}
