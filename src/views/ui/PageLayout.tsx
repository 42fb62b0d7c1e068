import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { guidesAddress } from '../../contract/docs/guidesAddress.ts';
import type { ScreenGuide } from '../../contract/docs/screenGuides.ts';
import { ExternalLink } from './TextLink.tsx';
import { useDocumentTitle } from './useDocumentTitle.ts';

const page = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  alignContent: 'start',
  gap: '6',
  width: 'full',
  marginInline: 'auto',
  paddingBlock: { base: '8', mdDown: '5' },
  paddingInline: { base: '6', mdDown: '4' },
});
const column = css({ maxWidth: 'page.column' });
const formColumn = css({ '& > *': { maxWidth: 'page.form' } });
const widths = { form: cx(column, formColumn), page: column, full: css({ maxWidth: 'full' }) };
const head = css({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '3',
});
// Centers the title's line on a button beside it, which is taller on a narrow window.
const words = css({ display: 'grid', gap: '1', minWidth: '0', paddingTop: { mdDown: '1' } });
const titleRow = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: '3',
  rowGap: '1',
  minWidth: '0',
});
const titleText = css({ textStyle: 'title', overflowWrap: 'anywhere' });
const descriptionText = css({ color: 'muted', maxWidth: 'prose', textWrap: 'pretty', overflowWrap: 'anywhere' });
const actionRow = css({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '2' });

/** The content column of a page. A form keeps to its left part, so that all pages have the same left edge. */
export const PageLayout = ({
  width = 'page',
  children,
}: {
  width?: keyof typeof widths | undefined;
  children: ReactNode;
}) => <div className={cx(page, widths[width])}>{children}</div>;

export interface PageHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** The guide about what the page is for. */
  guide?: ScreenGuide | undefined;
  /** Beside the title, such as a status. */
  badge?: ReactNode;
  /** The one primary action, and secondary ones. */
  actions?: ReactNode;
}

/** The heading of a page, with its one primary action. A title that is text also sets the window's title. */
export function PageHeader({ title, description, guide, badge, actions }: PageHeaderProps) {
  useDocumentTitle(typeof title === 'string' ? title : null);
  return (
    <header className={head}>
      <div className={words}>
        <div className={titleRow}>
          <h1 className={titleText}>{title}</h1>
          {badge}
        </div>
        {(description != null || guide) && (
          <p className={descriptionText}>
            {description}
            {guide && ' '}
            {guide && (
              <ExternalLink href={`${guidesAddress}/${guide}`} standalone>
                Docs
              </ExternalLink>
            )}
          </p>
        )}
      </div>
      {actions != null && <div className={actionRow}>{actions}</div>}
    </header>
  );
}
