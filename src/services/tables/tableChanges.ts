import { listen, publish } from '../browser/tabChannel.ts';

/** A table of a project that has been altered or emptied. */
interface ChangedTable {
  ref: string;
  id: number;
}

const channelName = 'basechart-tables';

/** Tells the pages that show the table, here and in other tabs. */
export const publishTableChange = (table: ChangedTable): void => publish(channelName, table);

/** Calls back when the table has changed; returns a function that stops it. */
export const watchTableChanges = ({ ref, id }: ChangedTable, changed: () => void): (() => void) =>
  listen<ChangedTable>(channelName, (table) => {
    if (table.ref === ref && table.id === id) changed();
  });
