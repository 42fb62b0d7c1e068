/** Timings of accounts, in milliseconds (specification, section 9). */
export const accountTiming = {
  passwordCheckDebounceMs: 300,
  /** The shortest time between two emails to the same address (specification, section 5: maximum frequency 60 s). */
  emailIntervalMs: 60_000,
  /** How long a code is valid where the server does not say; for so long a reload leads to its field again. */
  codeLifetimesMs: { email: 60 * 60_000, sms: 60_000 },
} as const;
