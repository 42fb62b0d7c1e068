/** Where compact rows are possible: a finger on a narrow or a touch screen needs tall ones. */
export const hasCompactRows = '(min-width: 768px) and (not (pointer: coarse))';
