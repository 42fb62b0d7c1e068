import Columns from 'lucide-react/icons/columns-3';
import { useState } from 'react';
import type { TableColumn } from '../../contract/tables/table.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';

/** A menu of more columns takes seconds to open. */
const listedMax = 200;
/** Hidden columns beyond those, which are listed too: only here do they come back one by one. */
const broughtBackMax = 100;

interface ColumnsMenuProps {
  columns: readonly TableColumn[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  onReset: () => void;
}

/** Which columns are shown. */
export function ColumnsMenu({ columns, hidden, onHidden, onReset }: ColumnsMenuProps) {
  // As they were when the menu opened: what is shown again stays in its place under the pointer.
  const [broughtBack, setBroughtBack] = useState<readonly string[]>([]);
  const first = columns.slice(0, listedMax);
  const further = columns.slice(listedMax);
  const listedFurther = further.filter(({ name }) => broughtBack.includes(name));
  const unlisted = further.length - listedFurther.length;
  const away = columns.filter(({ name }) => hidden.includes(name)).length;
  const choiceOf = ({ name, type }: TableColumn) => {
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
  };
  return (
    <Menu
      label="Columns"
      trigger={
        <Button size="small" icon={<Columns />}>
          {away === 0 ? 'Columns' : `Columns (${away} hidden)`}
        </Button>
      }
      onOpenChange={() =>
        setBroughtBack(
          further
            .filter(({ name }) => hidden.includes(name))
            .slice(0, broughtBackMax)
            .map(({ name }) => name),
        )
      }
      items={[
        ...first.map(choiceOf),
        ...(listedFurther.length > 0
          ? [{ kind: 'heading' as const, key: 'further', label: 'Hidden further on' }, ...listedFurther.map(choiceOf)]
          : []),
        ...(unlisted > 0
          ? [{ kind: 'heading' as const, key: 'more', label: `${unlisted} more: hide them from their header's menu` }]
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
