import { useId, type ReactNode } from 'react';
import { css } from 'styled-system/css';

export interface CheckboxProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

const row = css({ display: 'flex', gap: '2', alignItems: 'flex-start', '&:has(:disabled)': { color: 'muted' } });
const box = css({
  display: 'inline-grid',
  placeItems: 'center',
  flexShrink: '0',
  boxSize: '4',
  position: 'relative',
  marginBlock: { base: '0.5', _coarse: '3' },
  marginInline: '0',
  cursor: 'pointer',
  // What a finger hits.
  _after: { _coarse: { content: '""', position: 'absolute', inset: '-3' } },
  appearance: 'none',
  border: 'control',
  borderRadius: 'small',
  background: 'surface',
  _before: {
    content: '""',
    boxSize: '2.5',
    background: 'onAccent',
    clipPath: '[polygon(14% 44%, 0 58%, 38% 92%, 100% 22%, 86% 10%, 38% 64%)]',
    visibility: 'hidden',
  },
  _checked: { background: 'accentSolid', borderColor: 'accentSolid', _before: { visibility: 'visible' } },
  _disabled: { opacity: 'faded', cursor: 'not-allowed' },
  // In forced-colors mode the system draws the box.
  _highContrast: { appearance: 'auto' },
});
const words = css({ display: 'grid', gap: '0.5', minWidth: '0' });
const labelText = css({ paddingBlock: { _coarse: '2.5' }, cursor: 'pointer' });
const descriptionText = css({ marginTop: { _coarse: '-2' }, textStyle: 'small', color: 'muted', textWrap: 'pretty' });

export function Checkbox({ label, description, checked, onCheckedChange, disabled, name }: CheckboxProps) {
  const id = useId();
  return (
    <div className={row}>
      <input
        id={id}
        type="checkbox"
        name={name}
        className={box}
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
