/** Timings of the flow inspector, in milliseconds. They are apart because no page needs them before it opens. */
export const inspectorTiming = {
  /** How long a recorded step is shown during playback of a trace. */
  traceStepMs: 600,
  /** How long a chart that the user has scrolled stays there before it follows the events again. */
  manualScrollTimeoutMs: 8_000,
  /** Refresh interval of the flow inspector; a user cannot read faster. */
  inspectorPulseMs: 100,
  /** Timeout for an opened window to report that it listens. */
  inspectorWindowTimeoutMs: 10_000,
  /** Interval for checking whether the other window is still open, and for asking it to report. */
  inspectorWindowPollMs: 1_000,
} as const;
