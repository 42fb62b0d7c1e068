import { useId, type ReactNode } from 'react';
import { css } from 'styled-system/css';

export interface SwitchProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

const row = css({ display: 'flex', gap: '3', alignItems: 'flex-start', '&:has(:disabled)': { color: 'muted' } });
const track = css({
  appearance: 'none',
  position: 'relative',
  flexShrink: '0',
  width: '8',
  height: '5',
  marginBlock: { base: '0', _coarse: '2.5' },
  marginInline: '0',
  borderRadius: 'full',
  cursor: 'pointer',
  background: 'border',
  transitionProperty: '[background-color]',
  transitionDuration: 'normal',
  // The thumb moves as well, so that color is not the only difference.
  _before: {
    content: '""',
    position: 'absolute',
    insetBlockStart: '0.5',
    insetInlineStart: '0.5',
    boxSize: '4',
    borderRadius: 'full',
    background: 'onAccent',
    transitionProperty: '[transform]',
    transitionDuration: 'normal',
  },
  // What a finger hits.
  _after: { _coarse: { content: '""', position: 'absolute', inset: '-2.5' } },
  _checked: { background: 'accentSolid', _before: { transform: 'translateX(12px)' } },
  _disabled: { opacity: 'faded', cursor: 'not-allowed' },
  // In forced-colors mode the system draws a checkbox.
  _highContrast: { appearance: 'auto', width: '4', height: '4', _before: { content: 'none' } },
});
const words = css({ display: 'grid', gap: '0.5', minWidth: '0' });
const labelText = css({ paddingBlock: { _coarse: '2.5' }, textStyle: 'label', cursor: 'pointer' });
const descriptionText = css({ marginTop: { _coarse: '-2' }, textStyle: 'small', color: 'muted', textWrap: 'pretty' });

/** A switch that takes effect immediately; inside a form that is submitted later use `Checkbox`. */
export function Switch({ label, description, checked, onCheckedChange, disabled, name }: SwitchProps) {
  const id = useId();
  return (
    <div className={row}>
      <input
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its state without aria-checked
        role="switch"
        name={name}
        className={track}
        checked={checked}
        disabled={disabled}
        aria-describedby={description == null ? undefined : `${id}-description`}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
      />
      <div className={words}>
        <label htmlFor={id} className={labelText}>
          {label}
        </label>
        {description != null && (
          <div id={`${id}-description`} className={descriptionText}>
            {description}
          </div>
        )}
      </div>
    </div>
  );
}
