import { css } from 'styled-system/css';
import { Skeleton, SkeletonGroup } from './Skeleton.tsx';

const frame = css({
  display: 'grid',
  gap: '8',
  padding: '4',
  background: 'surface',
  border: 'hairline',
  borderRadius: 'medium',
});
const field = css({
  display: 'grid',
  gap: '4',
  alignItems: 'center',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 2fr)]', mdDown: '[minmax(0, 1fr)]' },
  rowGap: '2',
});

/** A loading form in its card, its labels beside their fields. */
export const SkeletonForm = ({ label, fields = 5 }: { label: string; fields?: number | undefined }) => (
  <SkeletonGroup label={label}>
    <div className={frame}>
      {Array.from({ length: fields }, (_, index) => (
        <div key={index} className={field}>
          <Skeleton width={50 - ((index * 7) % 20)} />
          <Skeleton height="control" />
        </div>
      ))}
    </div>
  </SkeletonGroup>
);
