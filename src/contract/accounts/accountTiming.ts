/** Timings of accounts, in milliseconds (specification, section 9). */
export const accountTiming = {
  passwordCheckDebounceMs: 300,
  /** The shortest time between two emails to the same address (specification, section 5: maximum frequency 60 s). */
  emailIntervalMs: 60_000,
  /** For so long after an SMS a reload leads to its code again. */
  begunSignInKeptMs: 15 * 60_000,
} as const;
