import { css, cx } from 'styled-system/css';
import { controlClass } from './controlStyles.ts';
import { FormField } from './FormField.tsx';
import type { TextFieldProps } from './TextField.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'onValueChange'> {
  onValueChange: (value: string) => void;
  /** `current-password` to sign in, `new-password` to set one. */
  autoComplete: 'current-password' | 'new-password' | 'off';
  /**
   * A password field that can show its characters. With `onReveal` it has a button for that; the flow decides whether
   * they are visible.
   */
  revealed?: boolean | undefined;
  onReveal?: ((revealed: boolean) => void) | undefined;
}

const frame = css({ position: 'relative' });
const input = css({ height: 'control.medium', paddingInlineStart: '3' });
const plain = css({ paddingInlineEnd: '3' });
const withButton = css({ paddingInlineEnd: '16' });
const button = css({
  position: 'absolute',
  insetBlock: { base: '1', _coarse: '0' },
  insetInlineEnd: '1',
  paddingInline: '2',
  borderRadius: 'small',
  textStyle: 'small',
  color: 'muted',
  cursor: 'pointer',
  _hover: { color: 'text', background: 'hover' },
});

export function PasswordField({
  label,
  description,
  error,
  aside,
  hideLabel,
  value,
  onValueChange,
  revealed = false,
  onReveal,
  ...rest
}: PasswordFieldProps) {
  return (
    <FormField label={label} description={description} error={error} aside={aside} hideLabel={hideLabel}>
      {(control) => (
        <div className={frame}>
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...rest}
            {...control}
            type={revealed ? 'text' : 'password'}
            className={cx(controlClass, input, onReveal ? withButton : plain)}
            value={value}
            onChange={(event) => onValueChange(event.currentTarget.value)}
          />
          {onReveal && (
            <button
              type="button"
              className={button}
              aria-label={revealed ? 'Hide password' : 'Show password'}
              aria-controls={control.id}
              onClick={() => onReveal(!revealed)}
            >
              {revealed ? 'Hide' : 'Show'}
            </button>
          )}
        </div>
      )}
    </FormField>
  );
}
