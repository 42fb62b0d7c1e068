import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { Skeleton, SkeletonGroup } from './Skeleton.tsx';

const frame = css({ background: 'surface', border: 'hairline', borderRadius: 'medium', overflow: 'hidden' });
const head = css({ paddingBlock: '4', paddingInline: '4' });
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: '[3fr 1fr 2fr 1fr]', mdDown: '[2fr 1fr]' },
  columnGap: '8',
  paddingBlock: '2',
  paddingInline: '4',
  borderTop: 'hairline',
  overflow: 'hidden',
  '& > :nth-child(n+3)': { mdDown: { display: 'none' } },
});

/** A loading table in its card, with the content above it. */
export const SkeletonTable = ({
  label,
  rows = 4,
  children,
}: {
  label: string;
  rows?: number | undefined;
  children?: ReactNode;
}) => (
  <SkeletonGroup label={label}>
    {children}
    <div className={frame}>
      <div className={head}>
        <Skeleton height="title" width={30} />
      </div>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={row}>
          <Skeleton width={70 - ((index * 17) % 40)} />
          <Skeleton />
          <Skeleton width={80} />
          <Skeleton />
        </div>
      ))}
    </div>
  </SkeletonGroup>
);
