import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import Motif, { type MotifKind } from './Motif.tsx';
import { useDocumentTitle } from './useDocumentTitle.ts';

const frame = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  justifyItems: 'center',
  gap: '5',
  width: 'full',
  maxWidth: '[480px]',
  marginInline: 'auto',
  paddingBlock: '10',
  paddingInline: '4',
  textAlign: 'center',
});
const words = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '1',
  minWidth: '0',
  maxWidth: 'full',
  overflowWrap: 'anywhere',
});
const titleText = css({ textStyle: 'section' });
const headingText = css({ textStyle: 'title' });
const bodyText = css({ color: 'muted', textWrap: 'balance' });

interface EmptyStateProps {
  /** The picture; `waiting` unless something is wrong. */
  motif?: MotifKind | undefined;
  /** What would be here, inside the picture. */
  icon?: ReactNode;
  title: string;
  /** It replaces a whole page, whose heading and window title it then has. */
  page?: boolean | undefined;
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty place: one picture, one line that says so, and the one action that changes it. */
export function EmptyState({ motif, icon, title, page = false, children, action }: EmptyStateProps) {
  useDocumentTitle(page ? title : null);
  return (
    <div className={frame}>
      <Motif kind={motif} icon={icon} />
      <div className={words}>
        {page ? <h1 className={headingText}>{title}</h1> : <p className={titleText}>{title}</p>}
        {children != null && <div className={bodyText}>{children}</div>}
      </div>
      {action}
    </div>
  );
}
