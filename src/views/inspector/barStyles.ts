import { css } from 'styled-system/css';

/** What a button of the inspector's bar says beside its sign, as long as there is room for it; it is read out all the same. */
export const barText = css({ '@container (width < 52rem)': { srOnly: true } });

/** What there is no room for on a telephone. */
export const barNote = css({ '@container (width < 30rem)': { srOnly: true } });
