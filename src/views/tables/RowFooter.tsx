import { useSelector } from '@xstate/react';
import ChevronFirst from 'lucide-react/icons/chevron-first';
import ChevronLast from 'lucide-react/icons/chevron-last';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { memo, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import type { RowPosition } from '../../contract/tables/rows.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import {
  selectCount,
  selectCountFailure,
  selectIsCounting,
  selectIsReadingRows,
  selectPage,
  selectView,
  selectViewAs,
} from '../../machines/tables/tableRows/tableRows.selectors.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Keys } from '../ui/Keys.tsx';
import { isWhole } from './filterWords.ts';

const foot = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '2',
  flexShrink: '0',
  paddingBlock: '1',
  paddingInline: '3',
  borderTop: 'hairline',
  textStyle: 'small',
  color: 'muted',
  fontVariantNumeric: 'tabular-nums',
});
/** On a phone, a table of one page leaves the room to its rows. */
const pager = css({ display: 'flex', gap: '1', '&[data-only]': { smDown: { display: 'none' } } });
/** On a phone, the number of all rows is enough. */
const pageWords = css({ '&[data-ordered]': { smDown: { display: 'none' } } });
const counts = css({ marginInlineStart: 'auto', display: 'flex', alignItems: 'center', gap: '2' });
const failed = css({ color: 'danger' });
/** Shown while the keyboard is in the rows, where Tab goes from cell to cell. */
const wayOut = css({
  display: 'none',
  alignItems: 'center',
  gap: '1',
  '[data-rows]:has(> * > [role=grid]:focus-visible) ~ * &': { display: 'inline-flex' },
});

interface RowFooterProps {
  rows: ActorRefFrom<typeof tableRowsMachine>;
  table: TableDetail;
}

/** How many rows there are: as the planner estimates them, until the user asks to count. */
const RowCountWords = memo(function RowCountWords({ rows, table }: RowFooterProps) {
  const count = useSelector(rows, selectCount);
  const counting = useSelector(rows, selectIsCounting);
  const failure = useSelector(rows, selectCountFailure);
  const view = useSelector(rows, selectView);
  const viewAs = useSelector(rows, selectViewAs);
  const page = useSelector(rows, selectPage);
  const reading = useSelector(rows, selectIsReadingRows);
  const estimate = isWhole(view, viewAs) ? table.estimate : null;
  // The only page has all rows. Others may have more than the planner knew when the table was read.
  const isOnly = page !== null && !reading && page.previous === null && page.next === null;
  const known = count ?? (isOnly ? page.rows.length : null);
  const least = page === null || isOnly ? 0 : page.rows.length;
  return (
    <div className={counts}>
      {failure && (
        <span className={failed} role="alert">
          {failure.message}
        </span>
      )}
      <span role="status">
        {known !== null
          ? countWords(known, 'row')
          : estimate === null
            ? ''
            : estimate > least
              ? `About ${countWords(estimate, 'row')}`
              : `More than ${countWords(least, 'row')}`}
      </span>
      {counting ? (
        <Button size="small" onClick={() => rows.send({ type: 'count.cancelled' })}>
          Cancel count
        </Button>
      ) : (
        (known === null || count !== null) && (
          <Button size="small" onClick={() => rows.send({ type: 'count.requested' })}>
            Count exactly
          </Button>
        )
      )}
    </div>
  );
});

/** The page of rows that is shown, and the way to others. */
const RowPages = memo(function RowPages({ rows, table }: RowFooterProps) {
  const page = useSelector(rows, selectPage);
  const reading = useSelector(rows, selectIsReadingRows);
  const { sorts } = useSelector(rows, selectView);
  const isInOrder = table.key.length > 0 || sorts.length > 0;
  const previous = page?.previous ?? null;
  const next = page?.next ?? null;
  const go = (position: RowPosition | null) => rows.send({ type: 'page.requested', position });
  const isOnly = page !== null && previous === null && next === null;
  return (
    <>
      <div className={pager} data-only={isOnly || undefined} role="group" aria-label="Pages">
        <IconButton
          label="First page"
          size="small"
          variant="text"
          icon={<ChevronFirst />}
          disabled={previous === null || reading}
          onClick={() => go(null)}
        />
        <IconButton
          label="Previous page"
          size="small"
          variant="text"
          icon={<ChevronLeft />}
          disabled={previous === null || reading}
          onClick={() => go(previous)}
        />
        <IconButton
          label="Next page"
          size="small"
          variant="text"
          icon={<ChevronRight />}
          disabled={next === null || reading}
          onClick={() => go(next)}
        />
        {table.key.length > 0 && (
          <IconButton
            label="Last page"
            size="small"
            variant="text"
            icon={<ChevronLast />}
            disabled={next === null || reading}
            onClick={() => go({ by: 'end' })}
          />
        )}
      </div>
      {page && (
        <span
          className={pageWords}
          data-ordered={isInOrder || undefined}
        >{`${countWords(page.rows.length, 'row')} on this page${isInOrder ? '' : ', in no fixed order'}`}</span>
      )}
    </>
  );
});

/** The pages of the rows, and how many rows there are. Edits of rows render neither again. */
export const RowFooter = ({ children, ...rest }: RowFooterProps & { children: ReactNode }) => (
  <div className={foot}>
    <RowPages {...rest} />
    {children}
    {rest.table.readOnly === null && (
      <span className={wayOut}>
        <Keys keys="Escape Tab" spelled />
        {' leaves the rows'}
      </span>
    )}
    <RowCountWords {...rest} />
  </div>
);
