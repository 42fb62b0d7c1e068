import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import type { ComponentPropsWithRef } from 'react';
import { css, cx } from 'styled-system/css';
import { controlClass } from './controlStyles.ts';
import { FormField, type FieldTexts } from './FormField.tsx';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  disabled?: boolean | undefined;
  /** Options of one group must be adjacent. */
  group?: string | undefined;
}

interface SelectFieldProps<Value extends string>
  extends
    FieldTexts,
    Omit<ComponentPropsWithRef<'select'>, 'className' | 'style' | 'children' | 'value' | 'onChange' | 'id'> {
  value: Value | '';
  options: readonly SelectOption<Value>[];
  onValueChange: (value: Value) => void;
  /** Shown while nothing is selected. */
  placeholder?: string | undefined;
}

const frame = css({ position: 'relative' });
const select = css({
  height: 'control.medium',
  appearance: 'none',
  paddingInlineStart: '3',
  paddingInlineEnd: '8',
  textOverflow: 'ellipsis',
  cursor: 'pointer',
});
const mark = css({
  position: 'absolute',
  insetBlock: '0',
  insetInlineEnd: '2',
  marginBlock: 'auto',
  boxSize: 'icon.small',
  color: 'muted',
  pointerEvents: 'none',
});

const optionNodes = (options: readonly SelectOption[]) =>
  options.map((option) => (
    <option key={option.value} value={option.value} disabled={option.disabled}>
      {option.label}
    </option>
  ));

/** One of a list. The browser's own select, which works best on phones, by keyboard and with screen readers. */
export function SelectField<Value extends string>({
  label,
  description,
  error,
  aside,
  hideLabel,
  value,
  options,
  onValueChange,
  placeholder,
  ...rest
}: SelectFieldProps<Value>) {
  const groups = Map.groupBy(options, (option) => option.group);
  return (
    <FormField label={label} description={description} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => (
        <div className={frame}>
          <select
            {...rest}
            {...control}
            className={cx(controlClass, select)}
            value={value}
            onChange={(event) => {
              const chosen = options.find((option) => option.value === event.currentTarget.value);
              if (chosen) onValueChange(chosen.value);
            }}
          >
            {placeholder !== undefined && (
              <option value="" disabled>
                {placeholder}
              </option>
            )}
            {[...groups].map(([group, members]) =>
              group === undefined ? (
                optionNodes(members)
              ) : (
                <optgroup key={group} label={group}>
                  {optionNodes(members)}
                </optgroup>
              ),
            )}
          </select>
          <ChevronsUpDown className={mark} aria-hidden />
        </div>
      )}
    </FormField>
  );
}
