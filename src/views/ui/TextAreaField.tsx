import type { ComponentPropsWithRef } from 'react';
import { css, cx } from 'styled-system/css';
import { controlClass } from './controlStyles.ts';
import { FormField, type FieldTexts } from './FormField.tsx';

interface TextAreaFieldProps
  extends
    FieldTexts,
    Omit<ComponentPropsWithRef<'textarea'>, 'className' | 'style' | 'children' | 'value' | 'onChange' | 'id'> {
  value: string;
  onValueChange: (value: string) => void;
  /** For code and data. */
  mono?: boolean | undefined;
}

const area = css({
  display: 'block',
  minHeight: '20',
  paddingInline: '3',
  paddingBlock: '1.5',
  resize: 'vertical',
  fieldSizing: 'content',
});

// The font of other fields would win over that of a text style.
const code = css({
  '&&': { fontFamily: 'mono', fontSize: { base: 'small', _coarse: 'touch' }, fontVariantLigatures: 'none' },
});

export function TextAreaField({
  label,
  description,
  error,
  aside,
  hideLabel,
  value,
  onValueChange,
  mono = false,
  ...rest
}: TextAreaFieldProps) {
  return (
    <FormField label={label} description={description} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => (
        <textarea
          {...rest}
          {...control}
          className={cx(controlClass, area, mono && code)}
          value={value}
          onChange={(event) => onValueChange(event.currentTarget.value)}
        />
      )}
    </FormField>
  );
}
