import { useSelector } from '@xstate/react';
import Table from 'lucide-react/icons/table-2';
import { selectLast, selectSchema } from '../../machines/tables/tableList/tableList.selectors.ts';
import { href } from '../../router/href.ts';
import type { PageParams } from '../../router/pages.ts';
import { useLayoutFlow } from '../parts/useLayoutFlow.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What is shown beside the list while no table is open. */
export default function TablesScreen({ params: { ref } }: { params: PageParams<'tables'> }) {
  const list = useLayoutFlow('tables');
  const last = useSelector(list, (snapshot) => snapshot && selectLast(snapshot));
  const canCreate = useSelector(list, (snapshot) => snapshot !== undefined && selectSchema(snapshot) !== null);
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
            <Button disabled={!canCreate} onClick={() => list?.send({ type: 'creation.requested' })}>
              New table
            </Button>
          )
        }
      >
        Choose a table to see and edit its rows.
      </EmptyState>
    </div>
  );
}
