/** For a machine's `options`: transitions that chase one another for ever become an error instead of a frozen page. */
export const bounded = { maxIterations: 100 } as const;
