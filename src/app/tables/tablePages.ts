import TableScreen from '../../views/tables/TableScreen.tsx';
import TablesLayout from '../../views/tables/TablesLayout.tsx';
import TablesScreen from '../../views/tables/TablesScreen.tsx';
import table from './table.flow.ts';
import tableList from './tableList.flow.ts';

/** The pages of the table editor and their flows. */
export const views = { TableScreen, TablesLayout, TablesScreen };
export const flows = { table, tableList };
