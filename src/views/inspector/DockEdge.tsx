import { css } from 'styled-system/css';
import { dockLimits, type DockPosition } from '../../contract/inspector/inspector.ts';

const edge = css({
  flexShrink: '0',
  background: 'hairline',
  touchAction: 'none',
  position: 'relative',
  _hover: { background: 'accent' },
  _focusVisible: { background: 'accent', outlineOffset: '0' },
  _before: { content: '""', position: 'absolute' },
  '&[aria-orientation=horizontal]': {
    height: '0.5',
    cursor: 'row-resize',
    _before: { insetBlock: '-1', insetInline: '0' },
  },
  '&[aria-orientation=vertical]': {
    width: '0.5',
    cursor: 'col-resize',
    _before: { insetInline: '-1', insetBlock: '0' },
  },
});

const step = 0.05;
const least = 0.2;
const mostEver = 0.8;

/** The page must stay usable beside it. */
const mostOf = (side: DockPosition['side']): number =>
  Math.max(
    least,
    Math.min(
      mostEver,
      side === 'bottom' ? 1 - dockLimits.page.height / innerHeight : 1 - dockLimits.page.width / innerWidth,
    ),
  );

const bounded = (share: number, most: number): number =>
  Math.round(Math.max(least, Math.min(most, share)) * 1000) / 1000;

/** The panel's edge, which can be dragged or moved with the arrow keys. */
export function DockEdge({ side, share, onMoved }: DockPosition & { onMoved: (share: number) => void }) {
  const [larger, smaller] = side === 'bottom' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
  const most = mostOf(side);
  // A smaller window may have reduced it.
  const now = Math.min(share, most);
  return (
    <div
      className={edge}
      role="separator"
      aria-label="Resize flow inspector"
      aria-orientation={side === 'bottom' ? 'horizontal' : 'vertical'}
      tabIndex={0}
      aria-valuemin={least * 100}
      aria-valuemax={Math.round(most * 100)}
      aria-valuenow={Math.round(now * 100)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onMoved(bounded(side === 'bottom' ? 1 - event.clientY / innerHeight : 1 - event.clientX / innerWidth, most));
      }}
      onKeyDown={(event) => {
        const moved = { [larger!]: now + step, [smaller!]: now - step, Home: least, End: most }[event.key];
        if (moved === undefined) return;
        event.preventDefault();
        onMoved(bounded(moved, most));
      }}
    />
  );
}
