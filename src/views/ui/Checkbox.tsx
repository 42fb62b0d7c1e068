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
const box = css({ flexShrink: '0', boxSize: '4', marginBlock: '0.5', marginInline: '0', cursor: 'pointer', _disabled: { cursor: 'not-allowed' } });
const words = css({ display: 'grid', gap: '0.5', minWidth: '0' });
const labelText = css({ cursor: 'pointer' });
const descriptionText = css({ textStyle: 'small', color: 'muted', textWrap: 'pretty' });

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
        <label htmlFor={id} className={labelText}>{label}</label>
        {description != null && <div id={`${id}-description`} className={descriptionText}>{description}</div>}
      </div>
    </div>
  );
}
