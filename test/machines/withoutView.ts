/** Machines that no view shows, and why: they need neither selectors nor a view script. */
export const withoutView: Readonly<Record<string, string>> = {};
