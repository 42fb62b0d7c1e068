import type { ReactNode } from 'react';
import { css } from 'styled-system/css';

const group = css({
  display: 'inline-flex',
  background: 'sunken',
  boxShadow: 'inset',
  borderRadius: 'medium',
  padding: '0.5',
  gap: '0.5',
  flexShrink: '0',
});
const choice = css({
  textStyle: 'small',
  fontWeight: 'medium',
  color: 'muted',
  paddingInline: '2',
  height: 'control.tiny',
  borderRadius: 'small',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  _hover: { color: 'text' },
  '&[aria-pressed=true]': { background: 'raised', color: 'text', boxShadow: 'card', outline: 'forced' },
});

interface ChoicesProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: ReactNode }[];
  onChosen: (value: Value) => void;
}

/** A few views of the same content, one of them selected. */
export const Choices = <Value extends string>({ label, value, choices, onChosen }: ChoicesProps<Value>) => (
  <div className={group} role="group" aria-label={label}>
    {choices.map((one) => (
      <button
        key={one.value}
        type="button"
        className={choice}
        aria-pressed={one.value === value}
        onClick={() => onChosen(one.value)}
      >
        {one.label}
      </button>
    ))}
  </div>
);
