import { useId, type ReactNode } from 'react';
import { css } from 'styled-system/css';

export interface FieldTexts {
  label: string;
  description?: ReactNode;
  /** What is wrong and what to do; its presence marks the control as invalid. */
  error?: ReactNode;
  /** Shown to the right of the label, after the control in tab order, such as "Forgot password?". */
  aside?: ReactNode;
  /** Visible only to screen readers. */
  hideLabel?: boolean | undefined;
}

/** Props that connect a control with the texts of its field. */
interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const field = css({
  display: 'grid',
  columnGap: '4',
  alignContent: 'start',
  minWidth: '0',
  gridTemplateColumns: '[minmax(0, 1fr) auto]',
  gridTemplateAreas: '"label aside" "control control" "words words"',
});
// Level with what is beside it, which is higher for a finger.
const labelArea = css({ gridArea: '[label]', alignSelf: 'center', paddingBottom: '1', minWidth: '0' });
const labelText = css({ textStyle: 'label', color: 'text', overflowWrap: 'anywhere' });
const hidden = css({ srOnly: true });
const controlArea = css({ gridArea: '[control]', minWidth: '0' });
const asideArea = css({
  gridArea: '[aside]',
  textStyle: 'body',
  position: 'relative',
  // Enlarges the touch target to 40 px.
  '& > a::after': { content: '""', position: 'absolute', insetInline: '0', insetBlockStart: '-4', insetBlockEnd: '-1' },
});
const wordsArea = css({
  gridArea: '[words]',
  display: 'grid',
  gap: '1',
  textStyle: 'small',
  _empty: { display: 'none' },
  paddingTop: '1.5',
});
const descriptionText = css({ color: 'muted', textWrap: 'pretty' });
const errorText = css({ color: 'danger', textWrap: 'pretty' });

/** Lays out a label, one control, a description and an error, and connects them for screen readers. */
export function FormField({
  label,
  description,
  error,
  aside,
  hideLabel = false,
  children,
}: FieldTexts & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const describedBy = [description != null && `${id}-description`, error != null && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <div className={field}>
      <div className={hideLabel ? hidden : labelArea}>
        <label id={`${id}-label`} htmlFor={id} className={labelText}>
          {label}
        </label>
      </div>
      <div className={controlArea}>
        {children({
          id,
          'aria-describedby': describedBy || undefined,
          'aria-invalid': error == null ? undefined : true,
        })}
      </div>
      {aside != null && <div className={asideArea}>{aside}</div>}
      <div className={wordsArea}>
        {description != null && (
          <div id={`${id}-description`} className={descriptionText}>
            {description}
          </div>
        )}
        {error != null && (
          <div id={`${id}-error`} className={errorText} role="alert">
            {error}
          </div>
        )}
      </div>
    </div>
  );
}
