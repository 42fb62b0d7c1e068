import type { ComponentPropsWithRef } from 'react';
import { css, cx } from 'styled-system/css';
import { controlClass } from './controlStyles.ts';
import { FormField, type FieldTexts } from './FormField.tsx';

export interface TextFieldProps
  extends
    FieldTexts,
    Omit<ComponentPropsWithRef<'input'>, 'className' | 'style' | 'children' | 'value' | 'onChange' | 'id'> {
  value: string;
  onValueChange?: ((value: string) => void) | undefined;
}

const input = css({ height: 'control.medium', paddingInline: '3' });

export function TextField({
  label,
  description,
  error,
  aside,
  hideLabel,
  value,
  onValueChange,
  readOnly,
  ...rest
}: TextFieldProps) {
  return (
    <FormField label={label} description={description} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => (
        <input
          spellCheck={false}
          {...rest}
          {...control}
          className={cx(controlClass, input)}
          value={value}
          readOnly={readOnly ?? onValueChange === undefined}
          onChange={(event) => onValueChange?.(event.currentTarget.value)}
        />
      )}
    </FormField>
  );
}
