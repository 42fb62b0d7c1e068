/** Recorded traces are smaller; a file may come from anywhere. */
export const traceLimits = {
  bytes: 8 * 1024 ** 2,
  events: 5_000,
  actors: 2_000,
  nameLength: 500,
  /** Maximum characters of one changed context value, of all of them together, and of all payloads. */
  change: 16_384,
  changes: 1_000_000,
  carried: 4_000_000,
} as const;
