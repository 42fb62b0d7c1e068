import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import { badgeButtonClass } from '../ui/Badge.tsx';
import { RowSecurityPopover, tableParts } from './tableParts.ts';

/** On a phone, what it opens says it. */
const count = css({ smDown: { srOnly: true } });

/** Whether row level security is on; opens what that means. */
export function RowSecurityBadge({ table, projectRef }: { table: TableDetail; projectRef: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { rowSecurity, policies } = table;
  return (
    <>
      <button
        id={id}
        type="button"
        className={badgeButtonClass(rowSecurity ? 'success' : 'warning')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={tableParts.rowSecurity.load}
        onClick={() => setOpen(!isOpen)}
      >
        <span>
          {rowSecurity ? 'RLS on' : 'RLS off'}
          {rowSecurity && <span className={count}>, {countWords(policies, 'policy', 'policies')}</span>}
        </span>
        <ChevronDown aria-hidden />
      </button>
      {isOpen && (
        <RowSecurityPopover triggerId={id} projectRef={projectRef} table={table} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
