/** The edges of the window that a drag scrolls, in pixels of the page. */
interface DragEdges {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

interface DragOptions {
  scroller: HTMLElement;
  edges: () => DragEdges;
  moved: (x: number, y: number) => void;
  /** The drag has scrolled; `moved` follows. */
  scrolled: () => void;
  /** The pointer is released, or the browser takes it away. */
  ended?: (isCancelled: boolean) => void;
  /** Ends the drag early. */
  signal: AbortSignal;
}

const distanceBeyond = (value: number, low: number, high: number): number =>
  value < low ? value - low : value > high ? value - high : 0;

/** Follows a pointer until it is released, and scrolls while it is held beyond an edge. */
export function dragPointer(
  start: PointerEvent,
  { scroller, edges, moved, scrolled, ended, signal }: DragOptions,
): void {
  const ending = new AbortController();
  const options = { signal: AbortSignal.any([signal, ending.signal]) };
  let last = { x: start.clientX, y: start.clientY };

  let frame = requestAnimationFrame(function scroll() {
    const { top, bottom, left, right } = edges();
    const down = distanceBeyond(last.y, top, bottom);
    const across = distanceBeyond(last.x, left, right);
    if (down !== 0) scroller.scrollTop += down;
    if (across !== 0) scroller.scrollLeft += across;
    if (down !== 0 || across !== 0) {
      scrolled();
      moved(last.x, last.y);
    }
    frame = requestAnimationFrame(scroll);
  });
  const stop = () => {
    cancelAnimationFrame(frame);
    ending.abort();
  };
  const follow = ({ clientX, clientY }: PointerEvent) => {
    last = { x: clientX, y: clientY };
    moved(clientX, clientY);
  };

  signal.addEventListener('abort', stop, options);
  scroller.setPointerCapture?.(start.pointerId);
  scroller.addEventListener('pointermove', follow, options);
  scroller.addEventListener('pointerup', () => (stop(), ended?.(false)), options);
  scroller.addEventListener('pointercancel', () => (stop(), ended?.(true)), options);
}
