/** Timings of accounts, in milliseconds (specification, section 9). */
export const accountTiming = {
  passwordCheckDebounceMs: 300,
  /** The shortest time between two emails to the same address (specification, section 5: maximum frequency 60 s). */
  emailIntervalMs: 60_000,
  /** For so long after a message a reload leads to its code again: codes of emails are valid for an hour. */
  begunCodeKeptMs: 60 * 60_000,
} as const;
