import { css } from 'styled-system/css';
import { Skeleton, SkeletonGroup } from './Skeleton.tsx';

const spoken = css({ srOnly: true });
const page = css({ display: 'grid', gap: '6' });
const card = css({ background: 'surface', border: 'hairline', borderRadius: 'medium' });
const head = css({ paddingBlock: '3', paddingInline: '4', borderBottom: 'hairline' });
const body = css({ display: 'grid', gap: '3', padding: '4' });

/** A loading page of cards below its heading. */
export const SkeletonCards = ({ label, cards = 3 }: { label: string; cards?: number | undefined }) => (
  <SkeletonGroup label={label}>
    {/* Every page has a heading, even before its text is known. */}
    <h1 className={spoken}>{label}</h1>
    <div className={page}>
      <Skeleton height="title" width={25} />
      {Array.from({ length: cards }, (_, index) => (
        <div key={index} className={card}>
          <div className={head}>
            <Skeleton width={18} />
          </div>
          <div className={body}>
            <Skeleton width={85} />
            <Skeleton width={70} />
            <Skeleton width={78} />
          </div>
        </div>
      ))}
    </div>
  </SkeletonGroup>
);
