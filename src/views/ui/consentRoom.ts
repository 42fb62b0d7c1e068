import { css } from 'styled-system/css';

/** Room below for the question about consent, which would cover the last rows and controls. */
export const consentRoomClass = css({ paddingBottom: '[var(--consent-top, {spacing.0})]' });

/** For the outermost element of a page that fills the window: it makes that room itself, in its panes. */
export const fullHeight = { 'data-full-height': true } as const;

/** Ends above the question about consent, unless the page inside is one of those. */
export const aboveConsentClass = css({
  '&:not(:has([data-full-height]))': { marginBottom: '[var(--consent-top, {spacing.0})]' },
});
