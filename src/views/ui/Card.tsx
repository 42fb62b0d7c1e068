import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const card = css({
  background: 'surface',
  border: 'hairline',
  borderRadius: 'large',
  boxShadow: 'card',
  minWidth: '0',
});
const head = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '2',
  paddingTop: '4',
  paddingInline: '5',
});
const titleText = css({ textStyle: 'section', minWidth: '0', overflowWrap: 'anywhere' });
const body = css({ paddingBlock: '4', paddingInline: '5', minWidth: '0' });
const foot = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: '2',
  paddingBlock: '3',
  paddingInline: '5',
  borderTop: 'hairline',
});

interface CardProps {
  title?: ReactNode;
  /** On the right of the title. */
  actions?: ReactNode;
  /** Buttons of a form, below a line. */
  footer?: ReactNode;
  /** The content has its own padding, as a table does. */
  flush?: boolean | undefined;
  children: ReactNode;
}

export const Card = ({ title, actions, footer, flush = false, children }: CardProps) => (
  <section className={card}>
    {(title != null || actions != null) && (
      <header className={head}>
        {title != null && <h2 className={titleText}>{title}</h2>}
        {actions}
      </header>
    )}
    {flush ? children : <div className={body}>{children}</div>}
    {footer != null && <footer className={foot}>{footer}</footer>}
  </section>
);
