/** Timings of what runs behind every page, in milliseconds (specification, section 9). */
export const ambientTiming = {
  flagPollMs: 600_000,
  flagInitWaitMs: 5_000,
  flagTimeoutMs: 30_000,
  clockPollMs: 1_800_000,
  /** How long a page must be visible before it is reported as viewed: by then it has set its title. */
  pageSeenMs: 500,
} as const;
