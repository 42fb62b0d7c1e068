import { useSelector } from '@xstate/react';
import { useId, useLayoutEffect, useRef } from 'react';
import { css } from 'styled-system/css';
import { resultText } from '../../contract/sql/resultText.ts';
import { selectClipboard } from '../../machines/app/app.selectors.ts';
import type { BlockResult } from '../../machines/assistant/blockRun/blockResults.ts';
import { useApp } from '../parts/app.context.ts';
import { copiedCells } from '../parts/grid/clipboardHtml.ts';
import { mountGrid } from '../parts/grid/grid.ts';
import { gridClasses } from '../parts/grid/gridStyles.ts';
import { rowHeights } from '../parts/grid/rowHeights.ts';
import { useDensity } from '../parts/useDensity.ts';

const frame = css({ height: 'full', minWidth: '0' });
const spoken = css({ srOnly: true });

/** The rows of an answer's SQL, in the grid of the SQL editor. */
export default function BlockGrid({ result }: { result: BlockResult }) {
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const clipboard = useSelector(useApp(), selectClipboard);
  const helpId = `${id}-help`;
  const rowHeight = rowHeights[useDensity()];
  useLayoutEffect(() => {
    const mounted = mountGrid(place.current!, {
      id,
      data: { columns: result.columns, rows: result.rows },
      classes: gridClasses,
      rowHeight,
      label: 'Result',
      describedBy: helpId,
      onCellOpened: () => undefined,
      onCopyRequested: (range) => {
        const text = [...resultText(result, range, 'tsv', false)].join('');
        clipboard?.send({ type: 'copy.requested', key: id, text: copiedCells(text, result, range, false) });
      },
      onSelected: () => undefined,
      onMenuRequested: () => undefined,
    });
    return () => mounted.destroy();
  }, [id, helpId, result, rowHeight, clipboard]);
  return (
    <>
      <div ref={place} className={frame} />
      <p id={helpId} className={spoken}>
        Arrow keys move between cells. Ctrl+C copies the selected cells.
      </p>
    </>
  );
}
