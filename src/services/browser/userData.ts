/** What clears the data of a user that modules keep in the page's memory. */
const clears = new Set<() => void>();

/** Registers what is called when the user changes or their session ends, here or in another tab. */
export const clearWithUser = (clear: () => void): void => void clears.add(clear);

export function clearUserData(): void {
  for (const clear of clears) clear();
}
