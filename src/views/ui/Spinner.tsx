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

/** Something is under way. Says so to screen readers when it has a label; without one it stands beside words that do. */
export const Spinner = ({ label }: { label?: string | undefined }) =>
  label === undefined ? (
    <span className={spinner} aria-hidden />
  ) : (
    <span className={spinner} role="status" aria-label={label} />
  );
