import { columnLayoutSchema } from '../../contract/tables/columnLayout.ts';
import { entry } from '../browser/storage.ts';

/** By project and table: how its columns are arranged. */
export const columnsEntry = entry('table-columns', columnLayoutSchema);
