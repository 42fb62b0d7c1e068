import { useState, type Ref } from 'react';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import type { CellRange } from '../../contract/sql/cellRange.ts';
import type { TextFormat } from '../../contract/sql/resultText.ts';
import { arranged, shownColumns } from '../../machines/sql/sqlRun/arrangedResult.ts';
import type { Arrangement, CellFilter } from '../../machines/sql/sqlRun/arrangement.ts';
import type { SqlResultsRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import type { Grid } from '../parts/grid/grid.ts';
import type { GridMenuRequest } from '../parts/grid/gridOptions.ts';
import { nextSort } from '../parts/grid/nextSort.ts';
import { headerRow } from '../parts/grid/selection.ts';
import { MenuAtPoint } from '../ui/MenuAtPoint.tsx';
import { ArrangementBar, type TypingRequest } from './ArrangementBar.tsx';
import { ResultGrid } from './ResultGrid.tsx';
import { cellMenu, columnMenu, type ResultCommands } from './resultMenus.ts';
import { useAnswer } from './useResultStore.ts';

const frame = css({ display: 'flex', flexDirection: 'column', height: 'full', minHeight: '0' });
const place = css({ flex: '1', minHeight: '0', position: 'relative' });
const foot = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  flexShrink: '0',
  paddingBlock: '1',
  paddingInline: '3',
  borderTop: 'hairline',
  textStyle: 'small',
  color: 'muted',
  fontVariantNumeric: 'tabular-nums',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
});
const cutOff = css({ color: 'warning', overflow: 'hidden', textOverflow: 'ellipsis' });
const empty = css({
  position: 'absolute',
  insetInline: '0',
  top: '10',
  textAlign: 'center',
  color: 'muted',
  pointerEvents: 'none',
});

export interface ResultPanelProps {
  results: SqlResultsRef;
  run: string;
  index: number;
  isReceiving: boolean;
  /** Row limit of the run. */
  limit: number | null;
  /** Id of the grid's keyboard help. */
  describedBy: string;
  port: Ref<Grid>;
}

/** One result: its rows as a grid, and how they are sorted, filtered and hidden. */
export function ResultPanel({ results, run, index, isReceiving, limit, describedBy, port }: ResultPanelProps) {
  const store = useAnswer(run);
  const [selected, setSelected] = useState<CellRange | null>(null);
  const [menu, setMenu] = useState<GridMenuRequest | null>(null);
  const [typingRequest, setTypingRequest] = useState<TypingRequest | null>(null);
  const result = store.results[index]!;
  const received = store.received[index]!;
  const arrangement = store.arrangementOf(index);
  const rows = selected ? selected.toRow - selected.fromRow + 1 : 0;
  const columns = selected ? selected.toColumn - selected.fromColumn + 1 : 0;

  const arrange = (change: Partial<Arrangement>) => store.arrange(index, { ...arrangement, ...change }, arranged);
  const filter = (column: number, wanted: CellFilter) =>
    arrange({ filters: new Map(arrangement.filters).set(column, wanted) });
  const openCell = (row: number, column: number) =>
    results.send({ type: 'cell.opened', cell: { run, result: index, row, column } });
  const copy = (range: CellRange, format: TextFormat, withHeader: boolean) =>
    results.send({ type: 'copy.requested', request: { run, result: index, range, format, withHeader } });

  const numbers = shownColumns(received.columns, arrangement);
  const sortOf = (shownAt: number) => {
    // Keys may follow each other faster than this is rendered.
    const { sort } = store.arrangementOf(index);
    return sort?.column === numbers[shownAt] ? { descending: sort!.descending, place: null } : null;
  };
  /** Up, then down, then as received; not before all rows are there. */
  const sortBy = (shownAt: number) => {
    if (isReceiving) return;
    const sort = nextSort(sortOf(shownAt));
    arrange({ sort: sort && { column: numbers[shownAt]!, ...sort } });
  };

  const commands: ResultCommands = {
    arrangement,
    isReceiving,
    arrange,
    filter,
    typeFilter(column) {
      if (arrangement.filters.get(column)?.kind !== 'contains') filter(column, { kind: 'contains', text: '' });
      setTypingRequest({ column });
    },
    openCell,
    copy,
    copyText: (text) => results.send({ type: 'valueCopy.requested', text }),
  };

  return (
    <div className={frame}>
      <ArrangementBar
        columns={received.columns}
        arrangement={arrangement}
        shownRows={result.rows.length}
        allRows={received.rows.length}
        typingRequest={typingRequest}
        onArranged={(next) => store.arrange(index, next, arranged)}
      />
      <div className={place}>
        <ResultGrid
          store={store}
          result={result}
          sortOf={sortOf}
          widthOf={(shownAt) => store.widthsOf(index)?.get(numbers[shownAt]!)}
          onWidthsLeft={(widths) => store.keepWidths(index, new Map(widths.map((width, at) => [numbers[at]!, width])))}
          onSorted={sortBy}
          port={port}
          label={`Result ${index + 1}`}
          describedBy={describedBy}
          onCellOpened={openCell}
          onCopyRequested={(range) => copy(range, 'tsv', false)}
          onSelected={setSelected}
          onMenuRequested={setMenu}
        />
        {!isReceiving && result.rows.length === 0 && (
          <p className={empty}>
            {received.rows.length > 0
              ? 'No rows match the filter'
              : result.tag === null
                ? 'No rows received'
                : 'No rows'}
          </p>
        )}
      </div>
      <div className={foot}>
        <span>{countWords(result.columns.length, 'column')}</span>
        {result.more && limit !== null && (
          <span className={cutOff}>Limited to the first {countWords(limit, 'row')}.</span>
        )}
        {rows * columns > 1 && <span>{`${countWords(rows, 'row')} × ${countWords(columns, 'column')} selected`}</span>}
      </div>
      {menu && (
        <MenuAtPoint
          label={menu.row === headerRow ? `Column ${result.columns[menu.column]?.name}` : 'Cell'}
          point={menu}
          byKey={menu.byKey}
          ownerId={menu.owner}
          items={
            menu.row === headerRow
              ? columnMenu(result, received, menu.column, commands)
              : cellMenu(result, received, menu, selected, commands)
          }
          onClose={() => setMenu(null)}
        />
      )}
    </div>
  );
}
