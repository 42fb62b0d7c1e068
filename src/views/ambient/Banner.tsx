import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { useFocusHandover } from '../ui/focus/useFocusHandover.ts';

type BannerTone = 'warning' | 'danger';

interface BannerProps {
  tone: BannerTone;
  children: ReactNode;
  /** Links or buttons at the end. */
  actions?: ReactNode;
  /** Makes the whole bar a link to another site. */
  href?: string | undefined;
}

const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  flexShrink: '0',
  width: 'full',
  height: 'banner',
  paddingInline: '4',
  borderBottom: 'hairline',
  color: 'text',
  textDecoration: 'none',
  overflow: 'hidden',
  _focusVisible: { outlineOffset: '-0.5' },
});
const link = css({ _hover: { textDecoration: 'underline' } });
const tones: Record<BannerTone, { bar: string; glyph: string; path: string }> = {
  warning: {
    bar: css({ background: 'warningSubtle' }),
    glyph: css({ color: 'warning' }),
    path: 'M8 1.9 14.8 13.8H1.2ZM8 6.2v3.4M8 11.6v.2',
  },
  danger: {
    bar: css({ background: 'dangerSubtle' }),
    glyph: css({ color: 'danger' }),
    path: 'M5.3 1.5h5.4l3.8 3.8v5.4l-3.8 3.8H5.3l-3.8-3.8V5.3ZM8 4.6v4M8 11v.2',
  },
};
const glyph = css({ flexShrink: '0', boxSize: 'icon.medium' });
// Two lines of small text are the most that fit the bar.
const words = css({
  flex: '1',
  minWidth: '0',
  lineClamp: '2',
  textStyle: { base: 'label', mdDown: 'small' },
  overflowWrap: 'anywhere',
});
const ends = css({ display: 'flex', alignItems: 'center', gap: '2', flexShrink: '0' });

/** A bar across the window, always 44 px high. */
export function Banner({ tone, children, actions, href }: BannerProps) {
  const focus = useFocusHandover<HTMLDivElement>();
  const look = tones[tone];
  const content = (
    <>
      <svg
        className={cx(glyph, look.glyph)}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={look.path} />
      </svg>
      <span className={words} data-cut="">
        {children}
      </span>
      {actions != null && <span className={ends}>{actions}</span>}
    </>
  );
  return href === undefined ? (
    <div {...focus} className={cx(bar, look.bar)} data-part="banner">
      {content}
    </div>
  ) : (
    <a className={cx(bar, look.bar, link)} data-part="banner" href={href} target="_blank" rel="noreferrer">
      {content}
    </a>
  );
}
