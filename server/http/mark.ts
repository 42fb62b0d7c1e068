import { html } from 'hono/html';

/** Basechart's mark, for pages that the server writes; the app has the same in `src/views/ui/Mark.tsx`. */
export const mark = html`<svg
  viewBox="0 0 24 24"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
  aria-hidden="true"
>
  <circle cx="6" cy="16" r="4" fill="currentColor" />
  <circle cx="18" cy="16" r="4" />
  <path d="M6 8c2.5-4.5 8.5-4.5 11.5-1M17.8 2.8v4.4h-4.4" />
</svg>`;
