/** A text as a file. */
export const pastedFile = (text: string): File => new File([text], 'Pasted text', { type: 'text/plain' });
