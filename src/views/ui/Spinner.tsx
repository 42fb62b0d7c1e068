import { css } from 'styled-system/css';

const spinner = css({
  display: 'inline-block',
  flexShrink: '0',
  boxSize: 'icon.small',
  borderWidth: 'strong',
  borderStyle: 'solid',
  borderColor: '[currentColor]',
  borderTopColor: '[transparent]',
  borderRadius: 'full',
  animation: 'spin',
});

/** A spinner. With a label it announces itself to screen readers; without one it needs a text beside it. */
export const Spinner = ({ label }: { label?: string | undefined }) =>
  label === undefined ? (
    <span className={spinner} aria-hidden />
  ) : (
    <span className={spinner} role="status" aria-label={label} />
  );
