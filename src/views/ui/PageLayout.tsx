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
  columnGap: '3',
  rowGap: '2',
});
// As high as a button beside it.
const titleRow = css({
  display: 'flex',
  alignItems: 'center',
  columnGap: '3',
  rowGap: '1',
  minWidth: '0',
  minHeight: 'control.medium',
});
const titleText = css({ textStyle: 'title', overflowWrap: 'anywhere' });
// A name may be long. It leaves the actions their place beside it, and is in full in its tooltip and in the switcher.
const unnamedRow = css({ flexWrap: 'wrap' });
const named = {
  row: css({ flex: '[1 1 {sizes.menu}]', flexWrap: { base: 'nowrap', mdDown: 'wrap' } }),
  title: css({ lineClamp: { base: '1', mdDown: '2' }, minWidth: '0' }),
};
const namedInLine = {
  row: css({ flex: '[1 1 {sizes.menu}]' }),
  title: css({ lineClamp: '1', minWidth: '0' }),
};
// Below both, in separate lines: whether the actions stay beside the title does not depend on it.
const descriptionRow = css({ order: '1', flexBasis: 'full', marginTop: '-1' });
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

interface PageHeaderProps {
  title: ReactNode;
  /** The title is the name of what the page shows, which users choose. */
  isName?: boolean;
  /** The name keeps to one line on a narrow window too, because what is below it is seen already. */
  inLine?: boolean;
  description?: ReactNode;
  /** The guide about what the page is for. */
  guide?: ScreenGuide | undefined;
  /** Beside the title, such as a status. */
  badge?: ReactNode;
  /** The one primary action, and secondary ones. */
  actions?: ReactNode;
}

/** The heading of a page, with its one primary action. A title that is text also sets the window's title. */
export function PageHeader({
  title,
  isName = false,
  inLine = false,
  description,
  guide,
  badge,
  actions,
}: PageHeaderProps) {
  const name = inLine ? namedInLine : named;
  useDocumentTitle(typeof title === 'string' ? title : null);
  return (
    <header className={head}>
      <div className={cx(titleRow, isName ? name.row : unnamedRow)}>
        <h1 className={cx(titleText, isName && name.title)} data-cut={isName ? '' : undefined}>
          {title}
        </h1>
        {badge}
      </div>
      {(description != null || guide) && (
        <div className={descriptionRow}>
          <p className={descriptionText}>
            {description}
            {guide && ' '}
            {guide && (
              <ExternalLink href={`${guidesAddress}/${guide}`} standalone>
                Docs
              </ExternalLink>
            )}
          </p>
        </div>
      )}
      {actions != null && <div className={actionRow}>{actions}</div>}
    </header>
  );
}
