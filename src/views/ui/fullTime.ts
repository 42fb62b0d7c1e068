/** Tells a time in full, once one is on the page: the code of tips does not bring that of times along. */
export const fullTime: { words?: (value: string) => string } = {};
