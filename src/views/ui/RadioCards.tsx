import { useId, type ReactNode } from 'react';
import { css } from 'styled-system/css';

interface RadioCard<Value extends string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  disabled?: boolean | undefined;
}

interface RadioCardsProps<Value extends string> {
  /** Names the group. */
  label: string;
  value: Value | '';
  options: readonly RadioCard<Value>[];
  disabled?: boolean | undefined;
  onValueChange: (value: Value) => void;
  error?: ReactNode;
}

const group = css({ display: 'grid', gap: '2', border: 'none', margin: '0', padding: '0', minWidth: '0' });
const legend = css({ textStyle: 'label', paddingBottom: '1', padding: '0' });
const cards = css({
  display: 'grid',
  gap: '2',
  // One below another in a form: a description reads badly in a column of a few words.
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 300px), 1fr))]',
});
const card = css({
  position: 'relative',
  display: 'grid',
  gap: '0.5',
  alignContent: 'start',
  paddingBlock: '2',
  paddingInlineStart: '8',
  paddingInlineEnd: '3',
  border: 'control',
  borderRadius: 'medium',
  background: 'surface',
  cursor: 'pointer',
  '&:hover:not(:has(:checked))': { background: 'hover' },
  '&:has(:checked)': { borderColor: 'accent', background: 'selected' },
  '&:has(:focus-visible)': { outline: 'focus', outlineOffset: '0.5' },
  '&:has(:disabled)': { color: 'muted', borderColor: 'hairline', background: 'canvas', cursor: 'not-allowed' },
});
const dot = css({
  position: 'absolute',
  insetBlockStart: '2.5',
  insetInlineStart: '2.5',
  boxSize: '4',
  margin: '0',
  outline: 'none',
  cursor: 'inherit',
  appearance: 'none',
  border: 'control',
  borderRadius: 'full',
  background: 'surface',
  _checked: { borderWidth: '[5px]', borderColor: 'accentSolid', background: 'onAccent' },
  _disabled: { opacity: 'faded' },
  // In forced-colors mode the system draws the dot.
  _highContrast: { appearance: 'auto' },
});
const labelText = css({ textStyle: 'label' });
const descriptionText = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });
const errorText = css({ textStyle: 'small', color: 'danger' });

/** One of a few, each with its own description. Native radios: arrow keys, forms and screen readers work as usual. */
export function RadioCards<Value extends string>({
  label,
  value,
  options,
  disabled,
  onValueChange,
  error,
}: RadioCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset className={group} disabled={disabled} aria-describedby={error == null ? undefined : `${id}-error`}>
      <legend className={legend}>{label}</legend>
      <div className={cards}>
        {options.map((option) => (
          <label key={option.value} className={card}>
            <input
              type="radio"
              name={id}
              className={dot}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onValueChange(option.value)}
            />
            <span className={labelText}>{option.label}</span>
            {option.description != null && <span className={descriptionText}>{option.description}</span>}
          </label>
        ))}
      </div>
      {error != null && (
        <div id={`${id}-error`} className={errorText} role="alert">
          {error}
        </div>
      )}
    </fieldset>
  );
}
