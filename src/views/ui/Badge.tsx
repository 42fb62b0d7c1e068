import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';

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

export const badgeClass = (tone: BadgeTone): string => cx(badge, tones[tone]);

export const Badge = ({ tone = 'neutral', children }: { tone?: BadgeTone | undefined; children: ReactNode }) => (
  <span className={badgeClass(tone)}>{children}</span>
);
