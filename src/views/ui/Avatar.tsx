import { css } from 'styled-system/css';

const circle = css({
  display: 'grid',
  placeItems: 'center',
  boxSize: '6',
  flexShrink: '0',
  borderRadius: 'full',
  background: 'accentSolid',
  color: 'onAccent',
  textStyle: 'tiny',
  fontWeight: 'semibold',
  letterSpacing: 'caps',
  // Not as text: they would be part of a button's visible label, which has to be in its name.
  _before: { content: 'attr(data-initials)' },
});

/** The first letters of the first two words before the `@`: `ada.lovelace@example.com` is AL. */
const initialsOf = (email: string): string =>
  email
    .replace(/@.*/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

/** A user, as initials. */
export const Avatar = ({ email }: { email: string }) => (
  <span className={circle} data-initials={initialsOf(email)} aria-hidden />
);
