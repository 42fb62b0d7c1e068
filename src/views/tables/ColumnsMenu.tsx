import Columns from 'lucide-react/icons/columns-3';
import type { TableColumn } from '../../contract/tables/table.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';

interface ColumnsMenuProps {
  columns: readonly TableColumn[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  onReset: () => void;
}

/** Which columns are shown. */
export function ColumnsMenu({ columns, hidden, onHidden, onReset }: ColumnsMenuProps) {
  const away = columns.filter(({ name }) => hidden.includes(name)).length;
  return (
    <Menu
      label="Columns"
      trigger={
        <Button size="small" icon={<Columns />}>
          {away === 0 ? 'Columns' : `Columns (${away} hidden)`}
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
