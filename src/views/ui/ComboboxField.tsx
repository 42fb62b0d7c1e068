import { Combobox as Ark, createListCollection } from '@ark-ui/react/combobox';
import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { useMemo, useState } from 'react';
import { css, cx } from 'styled-system/css';
import { controlClass } from './controlStyles.ts';
import { floatClass } from './floatStyles.ts';
import { FormField, type FieldTexts } from './FormField.tsx';
import { optionReading, optionRows, type ListOption } from './optionRows.tsx';

interface ComboboxFieldProps<Value extends string> extends FieldTexts {
  value: Value | null;
  options: readonly ListOption<Value>[];
  onValueChange: (value: Value) => void;
  /**
   * Called with the typed text where `options` are found elsewhere: they are shown as they are, with `selected` while
   * nothing is typed.
   */
  onSearch?: ((text: string) => void) | undefined;
  selected?: ListOption<Value> | null;
  placeholder?: string | undefined;
  /** Shown when no option matches the typed text. */
  nothingFound?: string | undefined;
  disabled?: boolean | undefined;
}

const control = css({ position: 'relative' });
const input = css({
  height: 'control.medium',
  paddingInlineStart: '3',
  paddingInlineEnd: { base: '8', _coarse: '10' },
  textOverflow: 'ellipsis',
});
const opener = css({
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '0',
  width: { base: '8', _coarse: 'control.large' },
  display: 'grid',
  placeItems: 'center',
  color: 'muted',
  cursor: 'pointer',
  borderRadius: 'medium',
  '& > svg': { boxSize: 'icon.small' },
  _disabled: { cursor: 'not-allowed' },
});
const list = css({
  width: '[var(--reference-width)]',
  maxHeight: '[min(320px, var(--available-height))]',
  overflowY: 'auto',
  padding: '1',
});
const nothing = css({ color: 'muted', paddingBlock: '1.5', paddingInline: '2' });

/** One of many, found by typing a part of its name. For a few choices use `SelectField`. */
export function ComboboxField<Value extends string>({
  label,
  description,
  error,
  aside,
  hideLabel,
  value,
  options,
  onValueChange,
  onSearch,
  selected = null,
  placeholder,
  nothingFound = 'No results',
  disabled = false,
}: ComboboxFieldProps<Value>) {
  // The typed text filters the list; a selection clears it.
  const [sought, setSought] = useState('');
  const isFoundElsewhere = onSearch !== undefined;
  const collection = useMemo(() => {
    const wanted = sought.trim().toLowerCase();
    const isKnown = selected === null || wanted !== '' || options.some((option) => option.value === selected.value);
    const items = isFoundElsewhere
      ? [...(isKnown ? [] : [selected]), ...options]
      : options.filter((option) => option.label.toLowerCase().includes(wanted));
    return createListCollection({ items, ...optionReading });
  }, [isFoundElsewhere, options, selected, sought]);
  const seek = (text: string) => {
    if (text !== sought) onSearch?.(text);
    setSought(text);
  };
  return (
    <FormField label={label} description={description} error={error} aside={aside} hideLabel={hideLabel}>
      {(field) => (
        <Ark.Root
          collection={collection}
          ids={{ input: field.id, label: `${field.id}-label` }}
          value={value === null ? [] : [value]}
          onValueChange={({ items: [chosen] }) => {
            if (chosen) onValueChange(chosen.value);
          }}
          onInputValueChange={({ inputValue, reason }) => seek(reason === 'input-change' ? inputValue : '')}
          onOpenChange={({ open }) => {
            if (!open) seek('');
          }}
          inputBehavior="autohighlight"
          openOnClick
          disabled={disabled}
          positioning={{ strategy: 'fixed', placement: 'bottom-start', gutter: 4, sameWidth: true }}
          lazyMount
          unmountOnExit
        >
          <Ark.Control className={control}>
            <Ark.Input
              className={cx(controlClass, input)}
              placeholder={placeholder}
              aria-describedby={field['aria-describedby']}
              aria-invalid={field['aria-invalid']}
            />
            <Ark.Trigger className={opener} aria-label={`Show all: ${label}`} tabIndex={-1}>
              <ChevronsUpDown aria-hidden />
            </Ark.Trigger>
          </Ark.Control>
          <Ark.Positioner>
            <Ark.Content className={cx(floatClass, list)}>
              {collection.items.length === 0 && (
                <div className={nothing} role="status">
                  {nothingFound}
                </div>
              )}
              {optionRows(Ark, collection.items)}
            </Ark.Content>
          </Ark.Positioner>
        </Ark.Root>
      )}
    </FormField>
  );
}
