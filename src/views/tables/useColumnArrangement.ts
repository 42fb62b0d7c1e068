import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { ActorRefFrom } from 'xstate';
import { arranged, moved, type ColumnLayout } from '../../contract/tables/columnLayout.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import type { columnLayoutMachine } from '../../machines/tables/columnLayout/columnLayout.machine.ts';
import { selectLayout } from '../../machines/tables/columnLayout/columnLayout.selectors.ts';
import type { tableRowsMachine } from '../../machines/tables/tableRows/tableRows.machine.ts';
import { selectHidden } from '../../machines/tables/tableRows/tableRows.selectors.ts';

/** How the columns are shown, and how the user changes that. */
export interface ColumnArrangement {
  layout: ColumnLayout;
  hidden: readonly string[];
  setHidden: (hidden: readonly string[]) => void;
  hide: (name: string) => void;
  /** To a place among the columns that are shown. */
  move: (name: string, to: number) => void;
  resize: (name: string, width: number) => void;
  /** Keeps a column in place while the others are scrolled, or lets it scroll with them. */
  freeze: (name: string, isFrozen: boolean) => void;
  showZone: (zone: string | null) => void;
  reset: () => void;
}

export function useColumnArrangement(
  table: TableDetail,
  rows: ActorRefFrom<typeof tableRowsMachine>,
  columns: ActorRefFrom<typeof columnLayoutMachine>,
): ColumnArrangement {
  const layout = useSelector(columns, selectLayout);
  const hidden = useSelector(rows, selectHidden);
  return useMemo(() => {
    const setHidden = (next: readonly string[]) => rows.send({ type: 'columns.hidden', hidden: next });
    return {
      layout,
      hidden,
      setHidden,
      hide: (name) => setHidden([...hidden, name]),
      move: (name, to) => {
        const names = arranged(table.columns, layout).map((column) => column.name);
        const shown = names.filter((one) => !hidden.includes(one));
        // Columns that are hidden keep their places among the others.
        const next = [...moved(shown, name, to)];
        columns.send({
          type: 'columns.ordered',
          order: names.map((one) => (hidden.includes(one) ? one : next.shift()!)),
        });
      },
      resize: (name, width) => columns.send({ type: 'column.resized', name, width }),
      freeze: (name, isFrozen) => {
        const others = layout.frozen.filter((one) => one !== name);
        columns.send({ type: 'columns.frozen', names: isFrozen ? [...others, name] : others });
      },
      showZone: (zone) => columns.send({ type: 'zone.chosen', zone }),
      reset: () => columns.send({ type: 'layout.reset' }),
    };
  }, [table, rows, columns, layout, hidden]);
}
