import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const list = css({ display: 'grid', gap: '3', margin: '0' });
const row = css({
  display: 'grid', columnGap: '4', rowGap: '1', alignItems: 'center', minWidth: '0',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 3fr)]', mdDown: '[minmax(0, 1fr)]' },
});
const name = css({ textStyle: 'label', color: 'muted' });
const value = css({ display: 'flex', alignItems: 'center', gap: '1', minWidth: '0', margin: '0' });
const text = css({ minWidth: '0', overflowWrap: 'anywhere' });
const mono = css({ textStyle: 'mono', minWidth: '0', overflowWrap: 'anywhere' });

/** Names with what they stand for, one below the other. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={list}>{children}</dl>;

export interface FactProps {
  label: string;
  /** As in a program: an address, a key. */
  code?: boolean | undefined;
  /** Buttons behind the value. */
  tools?: ReactNode;
  children: ReactNode;
}

export const Fact = ({ label, code = false, tools, children }: FactProps) => (
  <div className={row}>
    <dt className={name}>{label}</dt>
    <dd className={value}><span className={code ? mono : text}>{children}</span>{tools}</dd>
  </div>
);
