/** A text of unknown origin, made safe for a terminal: no control sequences. */
export const printable = (text: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what it removes
  text.replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, '�');

/** The same on one line, so that its content cannot imitate another line of the output. */
export const onOneLine = (text: string): string => printable(text.replaceAll(/[\n\u2028\u2029]/g, '�'));
