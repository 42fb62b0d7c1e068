/** A text from a file of unknown origin as a terminal may show it: nothing in it moves the cursor or changes colours. */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '�');

/** The same on a line of its own: what it holds is not taken for another line of what is printed. */
export const onOneLine = (text: string): string => printable(text.replaceAll(/[\n\u2028\u2029]/g, '�'));
