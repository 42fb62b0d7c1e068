import { useId } from 'react';
import { css } from 'styled-system/css';

const group = css({
  display: 'inline-flex',
  flexShrink: '0',
  gap: '0.5',
  // As high as the title of a card, which it stands beside.
  marginBlock: '-0.5',
  marginInline: '0',
  padding: '0.5',
  border: 'none',
  borderRadius: 'medium',
  background: 'sunken',
  boxShadow: 'inset',
});
const spoken = css({ srOnly: true });
const segment = css({
  display: 'inline-flex',
  alignItems: 'center',
  height: { base: 'control.tiny', mdDown: 'control.large' },
  paddingInline: { base: '2', mdDown: '3' },
  borderRadius: 'small',
  textStyle: 'small',
  fontWeight: 'medium',
  color: 'muted',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  _hover: { color: 'text' },
  '&:has(:checked)': { color: 'text', background: 'raised', boxShadow: 'card', outline: 'forced' },
  '&:has(:focus-visible)': { outline: 'focus' },
});

interface SegmentsProps<Value extends string> {
  /** Names the choice for screen readers. */
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onValueChange: (value: Value) => void;
}

/** One of two or three short options, all of them visible. */
export function Segments<Value extends string>({ label, value, options, onValueChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={group}>
      <legend className={spoken}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={segment}>
          <input
            type="radio"
            className={spoken}
            name={name}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
