import { useRef } from 'react';
import { css } from 'styled-system/css';

const divider = css({
  position: 'relative',
  flexShrink: '0',
  height: 'px',
  background: 'hairline',
  cursor: 'row-resize',
  touchAction: 'none',
  zIndex: 'sticky',
  // Easier to take hold of than one pixel is.
  _before: { content: '""', position: 'absolute', insetInline: '0', insetBlock: '-1' },
  _hover: { background: 'accent' },
  _focusVisible: { background: 'accent', outlineOffset: '0' },
});

const step = 0.05;
const leastShare = 0.1;
const mostShare = 0.9;

const bounded = (share: number): number => Math.round(Math.max(leastShare, Math.min(mostShare, share)) * 1000) / 1000;

interface DividerProps {
  label: string;
  /** What is above it, as a fraction of both. */
  share: number;
  onMoved: (share: number) => void;
}

/** Parts what is above from what is below, by mouse, finger or arrow keys. */
export function Divider({ label, share, onMoved }: DividerProps) {
  const bar = useRef<HTMLDivElement>(null);
  const follow = (y: number) => {
    const bounds = bar.current!.parentElement!.getBoundingClientRect();
    if (bounds.height > 0) onMoved(bounded((y - bounds.top) / bounds.height));
  };
  return (
    <div
      ref={bar}
      className={divider}
      role="separator"
      aria-label={label}
      aria-orientation="horizontal"
      tabIndex={0}
      aria-valuemin={leastShare * 100}
      aria-valuemax={mostShare * 100}
      aria-valuenow={Math.round(share * 100)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event.clientY);
      }}
      onKeyDown={(event) => {
        const moved = { ArrowUp: share - step, ArrowDown: share + step, Home: leastShare, End: mostShare }[event.key];
        if (moved === undefined) return;
        event.preventDefault();
        onMoved(bounded(moved));
      }}
    />
  );
}
