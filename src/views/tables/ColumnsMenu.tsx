import Columns from 'lucide-react/icons/columns-3';
import { useState } from 'react';
import type { TableColumn } from '../../contract/tables/table.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { ColumnsDialog } from './tableParts.ts';

/** More columns than a menu shows at once have a search. */
const menuMax = 20;

interface ColumnsMenuProps {
  columns: readonly TableColumn[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  onReset: () => void;
}

/** Which columns are shown. */
export function ColumnsMenu({ columns, hidden, onHidden, onReset }: ColumnsMenuProps) {
  const [isAsking, setAsking] = useState(false);
  const away = columns.filter(({ name }) => hidden.includes(name)).length;
  const words = away === 0 ? 'Columns' : `Columns (${away} hidden)`;
  if (columns.length > menuMax)
    return (
      <>
        <Button
          size="small"
          icon={<Columns />}
          data-short={hidden.length === 0 || undefined}
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          {words}
        </Button>
        {isAsking && (
          <ColumnsDialog
            columns={columns}
            hidden={hidden}
            onHidden={onHidden}
            onReset={onReset}
            onClose={() => setAsking(false)}
          />
        )}
      </>
    );
  return (
    <Menu
      label="Columns"
      trigger={
        <Button size="small" icon={<Columns />} data-short={hidden.length === 0 || undefined}>
          {words}
        </Button>
      }
      items={[
        ...columns.map(({ name, type }) => {
          const isShown = !hidden.includes(name);
          return {
            kind: 'choice' as const,
            key: `column ${name}`,
            label: name,
            detail: type,
            isSwitch: true,
            checked: isShown,
            // One column stays, by whose menu the others come back.
            disabled: isShown && columns.length - away === 1,
            onSelect: () => onHidden(isShown ? [...hidden, name] : hidden.filter((one) => one !== name)),
          };
        }),
        { kind: 'separator', key: 'all' },
        {
          kind: 'action',
          key: 'reset',
          label: 'Reset columns',
          onSelect: () => {
            onHidden([]);
            onReset();
          },
        },
      ]}
    />
  );
}
