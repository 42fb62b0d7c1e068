import { useRef, type PointerEvent } from 'react';

/** Distance after which a swiped panel closes (specification, section 9). */
export const swipeToClosePx = 100;

interface Swipe {
  pointerId: number;
  startX: number;
  moved: number;
}

/**
 * Lets the user swipe a panel out at its side. It follows the finger, closes beyond 100 px, and slides back otherwise.
 * The panel needs `touch-action: pan-y`, so that the browser keeps vertical scrolling.
 */
export function useSwipeToDismiss(side: 'left' | 'right', close: () => void) {
  const swipe = useRef<Swipe | null>(null);
  const end = (event: PointerEvent<HTMLElement>, cancelled: boolean) => {
    if (swipe.current?.pointerId !== event.pointerId) return;
    const { moved } = swipe.current;
    swipe.current = null;
    // The stylesheet's transition moves it back.
    event.currentTarget.style.translate = '';
    delete event.currentTarget.dataset['swiping'];
    if (!cancelled && moved >= swipeToClosePx) close();
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // With a mouse, this gesture selects text.
      if (event.pointerType === 'mouse' || !event.isPrimary) return;
      swipe.current = { pointerId: event.pointerId, startX: event.clientX, moved: 0 };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const current = swipe.current;
      if (current?.pointerId !== event.pointerId) return;
      current.moved = Math.max(0, (event.clientX - current.startX) * (side === 'left' ? -1 : 1));
      event.currentTarget.dataset['swiping'] = '';
      event.currentTarget.style.translate = `${side === 'left' ? -current.moved : current.moved}px`;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, false),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, true),
  };
}
