import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';

export type AlertVariant = 'default' | 'destructive' | 'warning' | 'success';

interface AlertProps {
  variant?: AlertVariant | undefined;
  title: ReactNode;
  children?: ReactNode;
  /** Buttons or links of the message. */
  actions?: ReactNode;
  /** Set for alerts that appear later, so that they are announced; not for alerts that the page starts with. */
  announce?: boolean | undefined;
}

const frame = css({
  display: 'flex',
  gap: '2.5',
  alignItems: 'flex-start',
  padding: '3',
  background: 'surface',
  border: 'hairline',
  borderRadius: 'medium',
});
const frames: Record<AlertVariant, string> = {
  default: '',
  destructive: css({ borderInlineStart: '[3px solid {colors.danger}]' }),
  warning: css({ borderInlineStart: '[3px solid {colors.warning}]' }),
  success: css({ borderInlineStart: '[3px solid {colors.success}]' }),
};
const glyph = css({ flexShrink: '0', boxSize: 'icon.medium', marginBlock: '0.5' });
const glyphColors: Record<AlertVariant, string> = {
  default: css({ color: 'muted' }),
  destructive: css({ color: 'danger' }),
  warning: css({ color: 'warning' }),
  success: css({ color: 'success' }),
};
// Drawn here instead of imported, to keep the entry chunk within its budget.
const glyphPaths: Record<AlertVariant, string> = {
  default: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM8 7.2v4M8 4.9v.2',
  destructive: 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3ZM8 4.6v4M8 11v.2',
  warning: 'M8 1.9 14.8 13.8H1.2ZM8 6.2v3.4M8 11.6v.2',
  success: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM5 8.2l2.2 2.2L11.2 6',
};
const words = css({ display: 'grid', gap: '1', flex: '1', minWidth: '0', overflowWrap: 'anywhere' });
const titleText = css({ textStyle: 'label' });
const bodyText = css({ color: 'muted', textWrap: 'pretty' });
const actionRow = css({ display: 'flex', flexWrap: 'wrap', gap: '2', paddingTop: '1.5' });

/** A message that stays in place. Each variant has its own shape besides its color. */
export function Alert({ variant = 'default', title, children, actions, announce = false }: AlertProps) {
  return (
    <div
      className={cx(frame, frames[variant])}
      role={announce ? (variant === 'destructive' ? 'alert' : 'status') : undefined}
    >
      <svg
        className={cx(glyph, glyphColors[variant])}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={glyphPaths[variant]} />
      </svg>
      <div className={words}>
        <div className={titleText}>{title}</div>
        {children != null && <div className={bodyText}>{children}</div>}
        {actions && <div className={actionRow}>{actions}</div>}
      </div>
    </div>
  );
}
