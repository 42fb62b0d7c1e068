import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

/**
 * How much room the inspector has: `wide` for everything side by side, `tall` for the chart above and the rest in turn below
 * it, `small` for one thing at a time.
 */
export type Room = 'wide' | 'tall' | 'small';

/** Pixels below which panes beside one another, or below one another, would be squeezed. */
const least = { width: 800, height: 520 } as const;

export function roomFor(width: number, height: number): Room {
  if (width >= least.width) return 'wide';
  return height >= least.height ? 'tall' : 'small';
}

/** The room that there is in an element, from its first frame on. */
export function useRoom(): { container: RefObject<HTMLDivElement | null>; room: Room } {
  const container = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Room>('wide');
  useLayoutEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const measure = () => {
      // Where nothing is laid out, as in a test, nothing is too small.
      if (element.clientWidth > 0) setRoom(roomFor(element.clientWidth, element.clientHeight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { container, room };
}
