import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const frame = css({ display: 'grid', position: 'relative' });
const badge = css({
  position: 'absolute',
  insetBlockStart: '-2',
  insetInlineEnd: '2',
  paddingInline: '1.5',
  background: 'accentSubtle',
  border: 'hairline',
  borderRadius: 'small',
  color: 'accent',
  textStyle: 'tiny',
});

/** A way to sign in, marked if the browser's user took it the last time. */
export const LastUsed = ({ isLast, children }: { isLast: boolean; children: ReactNode }) => (
  <div className={frame}>
    {children}
    {isLast && <span className={badge}>Last used</span>}
  </div>
);
