/** Timings of the frame around pages, in milliseconds (specification, section 9). */
export const shellTiming = {
  scrollbarHideMs: 600,
  /** Delay before the navigation rail opens under the pointer. */
  hoverIntentMs: 300,
  /** How long a chord waits for its second key. */
  chordTimeoutMs: 1_500,
  /** Pause in typing after which a form's fields are written to the address or to storage. */
  addressMirrorMs: 300,
} as const;
