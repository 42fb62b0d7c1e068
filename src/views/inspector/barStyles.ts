import { css } from 'styled-system/css';

/** The label beside the icon of a button, hidden where there is no room; screen readers always read it. */
export const barText = css({ '@container (width < 52rem)': { srOnly: true } });

/** Content that does not fit on a phone. */
export const barNote = css({ '@container (width < 30rem)': { srOnly: true } });

/** The label of a checkbox in a bar. */
export const choiceText = css({ textStyle: 'small', fontWeight: 'medium', whiteSpace: 'nowrap' });
