import { Fragment, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';

// When space is short, only the longest steps shrink: a grid gives each step its own width, or an equal share.
const list = css({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: '[minmax(0, max-content)]',
  alignItems: 'center',
  gap: '1',
  flex: '1',
  minWidth: '0',
  listStyle: 'none',
  margin: '0',
  padding: '0',
});
const frame = css({ display: 'flex', flex: '1', minWidth: '0' });
// The focus ring is inside, because the bar clips its overflow.
const item = css({
  display: 'flex',
  alignItems: 'center',
  minWidth: '0',
  '& :focus-visible': { outlineOffset: '-0.5' },
});
const yielding = css({ _barSmDown: { display: 'none' } });
const slash = css({ color: 'disabled', userSelect: 'none' });

export interface Breadcrumb {
  key: string;
  node: ReactNode;
  /** Leaves its room to the step beside it on a narrow window. */
  yields?: boolean | undefined;
}

/** The path from the outermost level to the current one; each step is a link or a switcher. */
export const Breadcrumbs = ({ label, items }: { label: string; items: readonly Breadcrumb[] }) => (
  <nav aria-label={label} className={frame}>
    <ol className={list}>
      {items.map(({ key, node, yields }, index) => (
        <Fragment key={key}>
          {index > 0 && (
            <li className={cx(slash, (yields || items[index - 1]?.yields) && yielding)} aria-hidden>
              /
            </li>
          )}
          <li className={cx(item, yields && yielding)}>{node}</li>
        </Fragment>
      ))}
    </ol>
  </nav>
);
