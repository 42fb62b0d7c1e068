import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { touchTargetClass } from './touchTarget.ts';

export type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

const badge = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  height: '5',
  paddingInline: '1.5',
  borderRadius: 'small',
  textStyle: 'tiny',
  whiteSpace: 'nowrap',
});
const tones: Record<BadgeTone, string> = {
  neutral: css({ color: 'muted', background: 'hover' }),
  accent: css({ color: 'accent', background: 'accentSubtle' }),
  success: css({ color: 'success', background: 'successSubtle' }),
  warning: css({ color: 'warning', background: 'warningSubtle' }),
  danger: css({ color: 'danger', background: 'dangerSubtle' }),
};

/** A badge that explains itself when it is pressed. */
const pressable = css({
  paddingInline: '2',
  flexShrink: '0',
  border: 'none',
  cursor: 'pointer',
  fontFamily: 'sans',
  _hover: { outline: 'control' },
  '& > svg': { boxSize: '3', flexShrink: '0' },
});

export const badgeButtonClass = (tone: BadgeTone): string => cx(badge, tones[tone], pressable, touchTargetClass);

export const Badge = ({ tone = 'neutral', children }: { tone?: BadgeTone | undefined; children: ReactNode }) => (
  <span className={cx(badge, tones[tone])}>{children}</span>
);
