import { useId, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';

export interface ToggleProps {
  label: ReactNode;
  description?: ReactNode;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  name?: string | undefined;
}

interface ToggleLook extends ToggleProps {
  isSwitch?: boolean;
  /** Classes of its parts. */
  look: { row: string; control: string; label?: string };
}

/** Control and label are one target: for a finger 40 px high, without a gap between them. */
const row = css({ display: 'flex', alignItems: 'flex-start', '&:has(:disabled)': { color: 'muted' } });
const input = css({
  appearance: 'none',
  position: 'relative',
  flexShrink: '0',
  marginInline: '0',
  cursor: 'pointer',
  // Reaches beyond what is drawn, up to the label.
  _after: {
    _coarse: {
      content: '""',
      position: 'absolute',
      insetInline: '-3',
      insetBlockStart: '[50%]',
      height: 'control.large',
      transform: '[translateY(-50%)]',
    },
  },
  _disabled: { opacity: 'faded', cursor: 'not-allowed' },
});
const words = css({ display: 'grid', gap: '0.5', minWidth: '0' });
const labelText = css({ paddingBlock: { _coarse: '2.5' }, cursor: 'pointer' });
const descriptionText = css({ marginTop: { _coarse: '-2' }, textStyle: 'small', color: 'muted', textWrap: 'pretty' });

/** What a checkbox and a switch have in common: the control, its label and its description. */
export function Toggle({ label, description, checked, onCheckedChange, disabled, name, isSwitch, look }: ToggleLook) {
  const id = useId();
  return (
    <div className={cx(row, look.row)}>
      <input
        id={id}
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        name={name}
        className={cx(input, look.control)}
        checked={checked}
        disabled={disabled}
        aria-describedby={description == null ? undefined : `${id}-description`}
        onChange={(event) => onCheckedChange(event.currentTarget.checked)}
      />
      <div className={words}>
        <label htmlFor={id} className={cx(labelText, look.label)}>
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
