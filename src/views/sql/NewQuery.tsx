import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import type { Ref } from 'react';
import type { SqlSnippetsRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { selectIsCreating } from '../../machines/sql/sqlSnippets/sqlSnippets.selectors.ts';
import { Button } from '../ui/Button.tsx';

interface NewQueryProps {
  list: SqlSnippetsRef;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
}

/** At the top of both lists beside the editor. */
export const NewQuery = ({ list, ref, onClick }: NewQueryProps) => (
  <Button ref={ref} size="small" block icon={<Plus />} loading={useSelector(list, selectIsCreating)} onClick={onClick}>
    New query
  </Button>
);
