/** As the step `smDown` of the styles, for what loads on a phone alone. */
export const phone = '(max-width: 639px)';
