import type { ReactNode } from 'react';
import { css } from 'styled-system/css';
import { BrandBar } from '../parts/AppSkeleton.tsx';
import { useDocumentTitle } from '../ui/useDocumentTitle.ts';

const page = css({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'start',
  paddingBlock: { base: '20', mdDown: '10' },
  paddingInline: '4',
});
const column = css({ display: 'grid', gap: '6', width: 'full', maxWidth: 'dialog.tiny' });
const titleText = css({ textStyle: 'title' });
const foot = css({ color: 'muted', overflowWrap: 'anywhere' });

/** The column that all screens without a session share. */
export function AccountsLayout({
  title,
  footer,
  help,
  children,
}: {
  title: string;
  footer?: ReactNode;
  help?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <>
      <BrandBar />
      <main className={page}>
        <div className={column}>
          <h1 className={titleText}>{title}</h1>
          {children}
          {footer != null && <p className={foot}>{footer}</p>}
          {help && <p className={foot}>{help}</p>}
        </div>
      </main>
    </>
  );
}

/** Fields and button of a form, stacked. */
export const formClass = css({ display: 'grid', gap: '4' });
