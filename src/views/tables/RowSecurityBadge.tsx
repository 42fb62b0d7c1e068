import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useRef, useState } from 'react';
import { css, cx } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import { badgeClass } from '../ui/Badge.tsx';
import { touchTargetClass } from '../ui/touchTarget.ts';
import { RowSecurityPopover, tableParts } from './tableParts.ts';

const pressable = css({
  flexShrink: '0',
  border: 'none',
  cursor: 'pointer',
  fontFamily: 'sans',
  _hover: { outline: 'control' },
  '& > svg': { boxSize: '3', flexShrink: '0' },
});
/** On a phone, what it opens says it. */
const count = css({ smDown: { srOnly: true } });

/** Whether row level security is on; opens what that means. */
export function RowSecurityBadge({ table, projectRef }: { table: TableDetail; projectRef: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  // The press itself closes it, before the click comes.
  const wasOpen = useRef(false);
  const { rowSecurity, policies } = table;
  return (
    <>
      <button
        id={id}
        type="button"
        className={cx(badgeClass(rowSecurity ? 'success' : 'warning'), pressable, touchTargetClass)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={tableParts.rowSecurity.load}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onClick={() => {
          setOpen(!isOpen && !wasOpen.current);
          wasOpen.current = false;
        }}
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
