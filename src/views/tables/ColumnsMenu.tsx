import Columns from 'lucide-react/icons/columns-3';
import type { TableColumn } from '../../contract/tables/table.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';

/** A menu of more columns takes seconds to open. */
const listedMax = 200;

interface ColumnsMenuProps {
  columns: readonly TableColumn[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  onReset: () => void;
}

/** Which columns are shown. */
export function ColumnsMenu({ columns, hidden, onHidden, onReset }: ColumnsMenuProps) {
  const isHidden = ({ name }: TableColumn) => hidden.includes(name);
  const away = columns.filter(isHidden).length;
  // Those that are hidden come first where not all can be listed: only here do they come back one by one.
  const isShortened = columns.length > listedMax;
  const listed = isShortened
    ? columns.toSorted((one, other) => Number(isHidden(other)) - Number(isHidden(one)))
    : columns;
  return (
    <Menu
      label="Columns"
      trigger={
        <Button size="small" icon={<Columns />}>
          {away === 0 ? 'Columns' : `Columns (${away} hidden)`}
        </Button>
      }
      items={[
        ...listed.slice(0, listedMax).map(({ name, type }) => {
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
        ...(isShortened
          ? [
              {
                kind: 'heading' as const,
                key: 'more',
                label: `${columns.length - listedMax} more: hide them by the menu of their header`,
              },
            ]
          : []),
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
