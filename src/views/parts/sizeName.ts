/** The name of a compute size in texts. */
export const sizeName = (id: string): string => id.replace(/^./, (letter) => letter.toUpperCase());
