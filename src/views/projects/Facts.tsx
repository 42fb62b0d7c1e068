import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const list = css({ display: 'grid', gap: '2', margin: '0' });
const row = css({
  display: 'grid',
  columnGap: '4',
  rowGap: '0.5',
  alignItems: 'start',
  minWidth: '0',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 3fr)]', mdDown: '[minmax(0, 1fr)]' },
});
// Values may take several lines; names and buttons align with the first.
const name = css({ textStyle: 'label', color: 'muted', paddingTop: '1' });
const value = css({ display: 'flex', alignItems: 'flex-start', gap: '1', minWidth: '0', margin: '0' });
const text = css({ minWidth: '0', overflowWrap: 'anywhere', paddingTop: '1' });
const mono = css({ textStyle: 'mono', minWidth: '0', overflowWrap: 'anywhere', paddingTop: '1' });

/** A list of names and values. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={list}>{children}</dl>;

export interface FactProps {
  label: string;
  /** Shown in the monospace font: an address, a key. */
  code?: boolean | undefined;
  /** Buttons after the value. */
  tools?: ReactNode;
  children: ReactNode;
}

export const Fact = ({ label, code = false, tools, children }: FactProps) => (
  <div className={row}>
    <dt className={name}>{label}</dt>
    <dd className={value}>
      <span className={code ? mono : text}>{children}</span>
      {tools}
    </dd>
  </div>
);
