import TablesLayout from '../../views/tables/TablesLayout.tsx';
import TablesScreen from '../../views/tables/TablesScreen.tsx';
import tableList from './tableList.flow.ts';

/** The list of tables, which stands beside an open table. */
export const views = { TablesLayout, TablesScreen };
export const flows = { tableList };
