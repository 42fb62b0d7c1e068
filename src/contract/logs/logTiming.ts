/** Timings of a project's logs, in milliseconds. */
export const logTiming = {
  /** How long the user must pause before the typed text is searched for. */
  debounceMs: 300,
  /** Between two reads of the newest lines. */
  tailMs: 4_000,
} as const;
