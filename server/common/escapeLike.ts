/** Text that a pattern of SQL's LIKE matches as it is. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
