import { css } from 'styled-system/css';

/** What floats: raised, with the only shadow there is. */
export const floatClass = css({ zIndex: 'float', background: 'raised', borderRadius: 'medium', boxShadow: 'float', animation: 'riseIn', outline: 'none' });
