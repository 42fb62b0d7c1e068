import { useRef } from 'react';
import { css } from 'styled-system/css';

const edge = css({
  position: 'absolute',
  insetBlock: '0',
  width: '0.5',
  touchAction: 'none',
  cursor: 'col-resize',
  zIndex: 'sticky',
  _hover: { background: 'accent' },
  _focusVisible: { background: 'accent', outlineOffset: '0' },
  _before: { content: '""', position: 'absolute', insetInline: '-1', insetBlock: '0' },
  '&[data-at=start]': { insetInlineStart: '-0.5' },
  '&[data-at=end]': { insetInlineEnd: '-0.5' },
});

const step = 24;
/** Pixels. */
const paneLimits = { least: 140, most: 720 } as const;
const bounded = (width: number): number => Math.round(Math.max(paneLimits.least, Math.min(paneLimits.most, width)));

interface PaneEdgeProps {
  label: string;
  /** The edge of its pane. */
  at: 'start' | 'end';
  width: number;
  onSized: (width: number) => void;
}

/** The edge between a pane and the chart, which can be dragged or moved with the arrow keys. */
export function PaneEdge({ label, at, width, onSized }: PaneEdgeProps) {
  const grip = useRef<HTMLDivElement>(null);
  const pane = () => grip.current?.parentElement?.getBoundingClientRect();
  const [larger, smaller] = at === 'end' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  return (
    <div
      ref={grip}
      className={edge}
      data-at={at}
      role="separator"
      aria-label={label}
      aria-orientation="vertical"
      tabIndex={0}
      aria-valuemin={paneLimits.least}
      aria-valuemax={paneLimits.most}
      aria-valuenow={width}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const box = pane();
        if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        onSized(bounded(at === 'end' ? event.clientX - box.left : box.right - event.clientX));
      }}
      onKeyDown={(event) => {
        const box = pane();
        const sized =
          box &&
          { [larger!]: box.width + step, [smaller!]: box.width - step, Home: paneLimits.least, End: paneLimits.most }[
            event.key
          ];
        if (sized === undefined) return;
        event.preventDefault();
        onSized(bounded(sized));
      }}
    />
  );
}
