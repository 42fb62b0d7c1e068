import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import Motif from '../ui/Motif.tsx';

const frame = css({
  display: 'grid',
  justifyItems: 'center',
  alignSelf: 'center',
  gap: '3',
  textAlign: 'center',
  color: 'muted',
});

/** In place of a card's rows: one picture, one line, and the action that changes it. */
export const EmptyCard = ({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) => (
  <div className={frame}>
    <Motif icon={icon} />
    <p>{title}</p>
    {children}
  </div>
);
