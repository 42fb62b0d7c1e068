import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const frame = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  justifyItems: 'center',
  gap: '3',
  paddingBlock: '10',
  paddingInline: '4',
  textAlign: 'center',
  border: 'hairline',
  borderStyle: 'dashed',
  borderColor: 'edge',
  borderRadius: 'medium',
});
const words = css({ minWidth: '0', maxWidth: 'full', overflowWrap: 'anywhere' });
const titleText = css({ textStyle: 'label' });
const bodyText = css({ color: 'muted', maxWidth: 'form', textWrap: 'balance' });
const glyph = css({ color: 'muted', '& > svg': { boxSize: 'icon.large' } });

/** An empty list: one line that says so, and the one action that changes it. */
export const EmptyState = ({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className={frame}>
    {icon != null && (
      <div className={glyph} aria-hidden>
        {icon}
      </div>
    )}
    <div className={words}>
      <p className={titleText}>{title}</p>
      {children != null && <div className={bodyText}>{children}</div>}
    </div>
    {action}
  </div>
);
