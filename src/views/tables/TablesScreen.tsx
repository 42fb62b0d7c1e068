import { useSelector } from '@xstate/react';
import Table from 'lucide-react/icons/table-2';
import { selectLast } from '../../machines/tables/tableList/tableList.selectors.ts';
import { href } from '../../router/href.ts';
import type { PageParams } from '../../router/pages.ts';
import { useLayoutFlow } from '../parts/useLayoutFlow.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What is shown beside the list while no table is open. */
export default function TablesScreen({ params: { ref } }: { params: PageParams<'tables'> }) {
  const list = useLayoutFlow('tables');
  const last = useSelector(list, (snapshot) => snapshot && selectLast(snapshot));
  return (
    <div data-choosing>
      <EmptyState
        page
        icon={<Table />}
        title="Table editor"
        action={
          last ? (
            <ButtonLink href={href('table', { ref, id: String(last.id) })}>{`Open ${last.name}`}</ButtonLink>
          ) : (
            <ButtonLink href={href('sql', { ref }, { example: 'createTable' })}>Create a table with SQL</ButtonLink>
          )
        }
      >
        Choose a table to see and edit its rows.
      </EmptyState>
    </div>
  );
}
