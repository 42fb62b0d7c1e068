import { createListCollection, Listbox as Ark } from '@ark-ui/react/listbox';
import { useMemo, type ComponentProps } from 'react';
import { css } from 'styled-system/css';
import { optionReading, optionRows, type ListOption } from './optionRows.tsx';

interface ListboxProps<Value extends string> {
  /** Names the list. */
  label: string;
  value: Value | null;
  options: readonly ListOption<Value>[];
  onValueChange: (value: Value) => void;
  disabled?: boolean | undefined;
}

const content = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  alignContent: 'start',
  padding: '1',
  border: 'hairline',
  borderRadius: 'medium',
  background: 'surface',
  overflowY: 'auto',
  maxHeight: 'full',
  '&[data-empty]': { display: 'none' },
});
const parts = { ...Ark, Item: (props: ComponentProps<typeof Ark.Item>) => <Ark.Item {...props} highlightOnHover /> };
const spoken = css({ srOnly: true });

/** One of a visible list. Arrow keys, first letters, Home and End work; the list is one tab stop. */
export function Listbox<Value extends string>({
  label,
  value,
  options,
  onValueChange,
  disabled = false,
}: ListboxProps<Value>) {
  const collection = useMemo(
    () =>
      createListCollection({
        items: [...options],
        ...optionReading,
      }),
    [options],
  );
  return (
    <Ark.Root
      collection={collection}
      value={value === null ? [] : [value]}
      // Arrow keys start at the selected option.
      defaultHighlightedValue={value}
      onValueChange={({ items: [chosen] }) => {
        if (chosen && chosen.value !== value) onValueChange(chosen.value);
      }}
      disabled={disabled}
    >
      <Ark.Label className={spoken}>{label}</Ark.Label>
      <Ark.Content className={content}>{optionRows(parts, options)}</Ark.Content>
    </Ark.Root>
  );
}
