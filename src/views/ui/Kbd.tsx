import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const key = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minWidth: '4',
  height: '4',
  paddingInline: '1',
  textStyle: 'tiny',
  color: 'muted',
  border: 'hairline',
  borderRadius: 'small',
  whiteSpace: 'nowrap',
});

export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={key}>{children}</kbd>;
