import Plus from 'lucide-react/icons/plus';
import { css } from 'styled-system/css';
import type { TableDetail } from '../../contract/tables/table.ts';
import { useCommands } from '../parts/commands.ts';
import { CreatePolicy, policyExample } from '../parts/CreatePolicy.tsx';
import { rowSecurityWords } from '../parts/rowSecurityWords.ts';
import { useAvailability } from '../parts/useAvailability.ts';

const line = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  paddingInline: '3',
  paddingBottom: '2',
});
const words = css({ minWidth: '0', textStyle: 'small', color: 'muted', textWrap: 'pretty' });

interface RowSecurityNoteProps {
  projectRef: string;
  table: TableDetail;
  /** Not while the rows are those of another role, which tells more. */
  isShown: boolean;
}

/** What apps can reach of a table that has no policy for them, or needs none, and the way to a policy. */
export function RowSecurityNote({
  projectRef,
  table: { schema, name, kind, rowSecurity, policies },
  isShown,
}: RowSecurityNoteProps) {
  const isTable = kind === 'table' || kind === 'partitioned table';
  // The Data API reads the public schema only.
  const isReachable = schema === 'public';
  const takesPolicy = isTable && rowSecurity && isReachable;
  const isAvailable = useAvailability();
  useCommands(
    takesPolicy && isAvailable('sql')
      ? [
          {
            id: 'tables.policy',
            label: `Create policy for ${name}`,
            section: 'Table editor',
            icon: <Plus aria-hidden />,
            keywords: ['rls', 'row level security'],
            action: { to: policyExample(projectRef, schema, name) },
          },
        ]
      : [],
  );
  const note =
    isTable && !rowSecurity && isReachable
      ? `${rowSecurityWords.off}. ${rowSecurityWords.readable('may')}`
      : isTable && rowSecurity && policies === 0
        ? rowSecurityWords.noPolicy
        : null;
  if (note === null || !isShown) return null;
  return (
    <div className={line}>
      <p className={words}>{note}</p>
      {takesPolicy && <CreatePolicy projectRef={projectRef} schema={schema} table={name} />}
    </div>
  );
}
