import Table from 'lucide-react/icons/table-2';
import { href } from '../../router/href.ts';
import type { PageParams } from '../../router/pages.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/** What is shown beside the list while no table is open. */
export default function TablesScreen({ params: { ref } }: { params: PageParams<'tables'> }) {
  return (
    <div data-choosing>
      <EmptyState
        page
        icon={<Table />}
        title="Table editor"
        action={
          <ButtonLink href={href('sql', { ref }, { example: 'createTable' })}>Create a table with SQL</ButtonLink>
        }
      >
        Choose a table to see and edit its rows.
      </EmptyState>
    </div>
  );
}
