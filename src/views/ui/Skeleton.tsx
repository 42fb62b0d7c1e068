import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';

const bar = css({ display: 'block', background: 'hover', borderRadius: 'small', animation: 'breathe' });
const heights = {
  line: css({ height: '3', marginBlock: '1' }),
  title: css({ height: '5', marginBlock: '0.5' }),
  control: css({ height: 'control.medium' }),
};
const group = css({ display: 'grid', gap: '2', animation: 'appearLate' });

/** One gray placeholder bar. `width` in percent of its container. */
export const Skeleton = ({
  height = 'line',
  width = 100,
}: {
  height?: keyof typeof heights | undefined;
  width?: number | undefined;
}) => <span className={cx(bar, heights[height])} style={{ width: `${width}%` }} aria-hidden />;

/** Holds skeletons: names what is loading for screen readers, and shows nothing for the first 200 ms. */
export const SkeletonGroup = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={group} role="status" aria-label={label} aria-busy>
    {children}
  </div>
);

/** Lines of text or of a list that is loading. */
export const SkeletonRows = ({ label, rows = 4 }: { label: string; rows?: number | undefined }) => (
  <SkeletonGroup label={label}>
    {Array.from({ length: rows }, (_, row) => (
      <Skeleton key={row} width={92 - ((row * 17) % 40)} />
    ))}
  </SkeletonGroup>
);
