import { css, cx } from 'styled-system/css';
import { hrefFrom } from '../../router/href.ts';
import { Link } from '../../router/Link.tsx';
import { pageNames, pageOf } from '../../router/pages.ts';
import { pageIcon } from '../parts/pageIcons.tsx';
import type { LayoutProps } from '../parts/screenViews.ts';
import { sectionRowClass } from '../parts/sectionRow.ts';
import { useCurrentInView } from '../parts/useCurrentInView.ts';
import { useRoute } from '../parts/useRoute.ts';

const frame = css({
  display: 'grid',
  gridTemplateColumns: { base: '[15rem minmax(0, 1fr)]', lgDown: '[minmax(0, 1fr)]' },
  alignItems: 'start',
  width: 'full',
  maxWidth: 'page.column',
  marginInline: 'auto',
});
const list = css({
  flexDirection: { base: 'column', lgDown: 'row' },
  gap: '0.5',
  paddingTop: { base: '8', mdDown: '5' },
  // The icons stand at the left edge that all pages have.
  paddingInlineStart: { base: '[calc({spacing.6} - {spacing.2.5})]', mdDown: '1.5' },
});
const link = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  height: 'control.medium',
  paddingInline: '2.5',
  borderRadius: 'medium',
  textStyle: 'label',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { boxSize: 'icon.small', flexShrink: '0' },
});
const looks = {
  plain: css({ color: 'muted', _hover: { color: 'text', background: 'hover' } }),
  current: css({ color: 'accent', background: 'selected' }),
};

const sections = pageNames.flatMap((name) => {
  const to = pageOf(name).layout === 'account' ? hrefFrom(name, {}) : null;
  return to === null ? [] : [{ name, to }];
});

/** The frame of the account's pages: a list of them beside the page. */
export default function AccountLayout({ children }: LayoutProps<'account'>) {
  const shown = useRoute()?.name;
  const row = useCurrentInView(shown);
  return (
    <div className={frame}>
      <nav aria-label="Account">
        <ul ref={row} className={cx(sectionRowClass, list)}>
          {sections.map(({ name, to }) => (
            <li key={name}>
              <Link
                href={to}
                className={cx(link, name === shown ? looks.current : looks.plain)}
                aria-current={name === shown ? 'page' : undefined}
              >
                {pageIcon(name)}
                {pageOf(name).title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
