import { createListCollection, Listbox as Ark } from '@ark-ui/react/listbox';
import Check from 'lucide-react/icons/check';
import { useMemo, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { optionClass, optionDetailClass, optionGroupClass, optionTickClass, optionWordsClass } from './optionStyles.ts';

export interface ListboxOption<Value extends string = string> {
  value: Value;
  /** Plain text: typing jumps to it. */
  label: string;
  detail?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean | undefined;
  /** Options that share a group follow one another. */
  group?: string | undefined;
}

export interface ListboxProps<Value extends string> {
  /** Names the list. */
  label: string;
  value: Value | null;
  options: readonly ListboxOption<Value>[];
  onValueChange: (value: Value) => void;
  disabled?: boolean | undefined;
}

const content = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', alignContent: 'start', padding: '1', border: 'hairline', borderRadius: 'medium', background: 'surface', overflowY: 'auto', maxHeight: 'full', '&[data-empty]': { display: 'none' } });
const spoken = css({ srOnly: true });

/** One of a list that is always in sight. Arrow keys, first letters, Home and End work; the list is one stop of the Tab key. */
export function Listbox<Value extends string>({ label, value, options, onValueChange, disabled = false }: ListboxProps<Value>) {
  const collection = useMemo(() => createListCollection({
    items: [...options],
    itemToString: (option) => option.label,
    isItemDisabled: (option) => option.disabled === true,
  }), [options]);
  const groups = [...Map.groupBy(options, (option) => option.group)];
  const rows = (members: readonly ListboxOption<Value>[]) => members.map((option) => (
    <Ark.Item key={option.value} item={option} className={optionClass} highlightOnHover>
      {option.icon}
      <span className={optionWordsClass}>
        <Ark.ItemText>{option.label}</Ark.ItemText>
        {option.detail != null && <span className={optionDetailClass}>{option.detail}</span>}
      </span>
      <Ark.ItemIndicator className={optionTickClass}><Check aria-hidden /></Ark.ItemIndicator>
    </Ark.Item>
  ));
  return (
    <Ark.Root
      collection={collection}
      value={value === null ? [] : [value]}
      // Arrow keys begin at what is chosen.
      defaultHighlightedValue={value}
      onValueChange={({ items: [chosen] }) => { if (chosen && chosen.value !== value) onValueChange(chosen.value); }}
      disabled={disabled}
    >
      <Ark.Label className={spoken}>{label}</Ark.Label>
      <Ark.Content className={content}>
        {groups.map(([group, members]) => (group === undefined
          ? rows(members)
          : <Ark.ItemGroup key={group}><Ark.ItemGroupLabel className={optionGroupClass}>{group}</Ark.ItemGroupLabel>{rows(members)}</Ark.ItemGroup>))}
      </Ark.Content>
    </Ark.Root>
  );
}
