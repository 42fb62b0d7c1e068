/** Timings and limits of the specification's section 9, in milliseconds unless the name says otherwise. */
export const timing = {
  staleMs: 60_000,
  longStaleMs: 1_800_000,
  projectStaleMs: 30_000,
  httpTimeoutMs: 60_000,
  consentToastDelayMs: 300,
  toastDismissMs: 4_000,
  sessionTickMs: 30_000,
  sessionRefreshThresholdMs: 90_000,
  sessionExpiryMarginMs: 10_000,
  sessionBackoffBaseMs: 200,
  sessionBackoffMaxMs: 30_000,
  cachedTokenMarginMs: 30_000,
  sessionGuardMs: 10_000,
  /** How long signing out waits for the server before it continues without a response. */
  signOutTimeoutMs: 5_000,
  skeletonDelayMs: 200,
  /** How often an unreachable server is retried while the browser reports no network. */
  connectionRetryMs: 5_000,
  /** How long the first page of a visitor stays undisturbed before anything is fetched that it does not need. */
  deferredServicesDelayMs: 5_000,
  /** How long a page stays undisturbed before the code of the page that usually follows it loads. */
  preloadDelayMs: 5_000,
  /** Tolerated difference between the computer's clock and the server's (behaviour, "Banners"). */
  clockSkewLimitMs: 120_000,
  /** How long a copy button shows that it has copied. */
  copiedShownMs: 1_500,
  readBackoffBaseMs: 1_000,
  readBackoffMaxMs: 30_000,
  /** How long a cached value without observers is kept. */
  resourceKeepMs: 300_000,
} as const;

/** How often a failed read is retried; a 404 is not retried (specification, section 9). */
export const readRetries = 3;

export const passwordMaxLength = 99;
export const passwordMinScore = 4;
