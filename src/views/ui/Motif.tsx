import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

/** What the second state is: reachable, not begun, not there, or not let through. */
export type MotifKind = 'next' | 'waiting' | 'missing' | 'closed';

const frame = css({ position: 'relative', width: 'fit', color: 'border' });
const drawing = css({ display: 'block' });
const lit = css({ color: 'accent' });
const symbol = css({
  position: 'absolute',
  insetBlockStart: '[26px]',
  insetInlineEnd: '[10px]',
  boxSize: '10',
  display: 'grid',
  placeItems: 'center',
  color: 'muted',
  '& > svg': { boxSize: 'icon.large' },
});

const ends: Record<MotifKind, ReactNode> = {
  next: <rect className={lit} x="98" y="22" width="60" height="44" rx="8" fill="currentColor" fillOpacity={0.1} />,
  waiting: <rect x="98" y="22" width="60" height="44" rx="8" />,
  missing: <rect x="98" y="22" width="60" height="44" rx="8" strokeDasharray="4 4" />,
  closed: <path d="M106 22h44a8 8 0 0 1 8 8v28a8 8 0 0 1-8 8h-44a8 8 0 0 1-8-8V30a8 8 0 0 1 8-8zM90 18v52" />,
};
const arcs: Record<MotifKind, ReactNode> = {
  next: <path className={lit} d="M48 22C60 4 104 4 124 18M124 18l-2.5-7M124 18l-7.5-.5" />,
  waiting: <path d="M48 22C60 4 104 4 124 18M124 18l-2.5-7M124 18l-7.5-.5" />,
  missing: <path d="M48 22C60 4 104 4 124 18M124 18l-2.5-7M124 18l-7.5-.5" strokeDasharray="4 4" />,
  closed: <path d="M62 44h20M82 44l-5-4.5M82 44l-5 4.5" />,
};

/** Two states and an arc, the product's motif, as the picture of an empty, missing or broken place. */
export default function Motif({
  kind = 'waiting',
  icon,
}: {
  kind?: MotifKind | undefined;
  icon?: ReactNode;
}): ReactNode {
  return (
    <div className={frame} aria-hidden>
      <svg
        className={drawing}
        width={160}
        height={68}
        viewBox="0 0 160 68"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <rect x="2" y="22" width="60" height="44" rx="8" />
        <path d="M22 40h20M22 48h12" />
        {ends[kind]}
        {arcs[kind]}
      </svg>
      {icon != null && <div className={symbol}>{icon}</div>}
    </div>
  );
}
