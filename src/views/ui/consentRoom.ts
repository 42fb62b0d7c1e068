import { css } from 'styled-system/css';

/** Room below for the question about consent, which would cover the last rows and controls. */
export const consentRoomClass = css({ paddingBottom: '[var(--consent-top, {spacing.0})]' });
