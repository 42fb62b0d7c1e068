import type { tableScreenMachine } from '../../machines/tables/tableScreen/tableScreen.machine.ts';
import type { ScreenProps } from '../parts/screenViews.ts';
import { TablePage } from './TablePage.tsx';

/** A table of the project, beside the list of all. */
export default function TableScreen({ flow, params: { ref } }: ScreenProps<'table', typeof tableScreenMachine>) {
  return <TablePage flow={flow} projectRef={ref} />;
}
