import { css } from 'styled-system/css';

const mark = css({ display: 'block', flexShrink: '0', boxSize: 'icon.large', color: 'accent' });

/** Basechart's mark: two states, one arc. `index.html` and `public/favicon.svg` carry the same. */
export const Mark = () => (
  <svg
    className={mark}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <circle cx="6" cy="16" r="4" fill="currentColor" />
    <circle cx="18" cy="16" r="4" />
    <path d="M6 8c2.5-4.5 8.5-4.5 11.5-1M17.8 2.8v4.4h-4.4" />
  </svg>
);
