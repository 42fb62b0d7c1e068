/** Timings and limits of the specification's section 9, in milliseconds unless the name says otherwise. */
export const timing = {
  staleMs: 60_000,
  longStaleMs: 1_800_000,
  projectStaleMs: 30_000,
  projectPollMs: 5_000,
  /** The same while a project is paused, restored and the like, which somebody has just asked for and waits for. */
  projectFollowMs: 2_000,
  httpTimeoutMs: 60_000,
  flagPollMs: 600_000,
  flagInitWaitMs: 5_000,
  flagTimeoutMs: 30_000,
  consentToastDelayMs: 300,
  docsSearchDebounceMs: 150,
  passwordCheckDebounceMs: 300,
  toastDismissMs: 4_000,
  scrollbarHideMs: 600,
  sessionTickMs: 30_000,
  sessionRefreshThresholdMs: 90_000,
  sessionExpiryMarginMs: 10_000,
  sessionBackoffBaseMs: 200,
  sessionBackoffMaxMs: 30_000,
  cachedTokenMarginMs: 30_000,
  sessionGuardMs: 10_000,
  /** How long signing out waits for the server before it goes on without its word. */
  signOutTimeoutMs: 5_000,
  skeletonDelayMs: 200,
  /** How often a server out of reach is tried while the browser believes to be on no network. */
  connectionRetryMs: 5_000,
  /** How long a visitor's first page is left alone before anything is fetched that it does not need. */
  deferredServicesDelayMs: 5_000,
  clockPollMs: 1_800_000,
  /** How far the computer's clock may be from the server's (behaviour, "Banners"). */
  clockSkewLimitMs: 120_000,
  /** How long a page is looked at before it counts as seen: by then its title is its own. */
  pageSeenMs: 500,
  /** How long the pointer rests on the navigation rail before it opens. */
  hoverIntentMs: 100,
  /** How long a chord waits for its second key. */
  chordTimeoutMs: 1_500,
  /** How long a recorded step is shown while a trace is played. */
  traceStepMs: 600,
  /** How long a chart that was moved by hand stays before it follows what happens again. */
  manualScrollTimeoutMs: 8_000,
  /** How often the flow inspector looks again: more often than this nobody can read. */
  inspectorPulseMs: 100,
  /** How long a window that was opened may take to say that it listens. */
  inspectorWindowTimeoutMs: 10_000,
  /** How often one looks whether the other window is still there, or asks it to tell. */
  inspectorWindowPollMs: 1_000,
  /** How long a copy button says that it has copied. */
  copiedShownMs: 1_500,
  /** Typing pause after which a form's fields are written into the address or into storage. */
  addressMirrorMs: 300,
  readBackoffBaseMs: 1_000,
  readBackoffMaxMs: 30_000,
  /** How long a cached value that nobody looks at is kept. */
  resourceKeepMs: 300_000,
} as const;

/** How often a failed read is tried again; a 404 never is (specification, section 9). */
export const readRetries = 3;

export const passwordMaxLength = 99;
export const passwordMinScore = 4;
