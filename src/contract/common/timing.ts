/**
 * Timings and limits of the specification's section 9, in milliseconds unless the name says otherwise. Imported as
 * `timing`, so that a page gets those that it uses.
 */

export const staleMs = 60_000;
export const longStaleMs = 1_800_000;
export const projectStaleMs = 30_000;
/** How often a value that changes automatically is read again while it is observed. */
export const unsettledPollMs = 5_000;
export const httpTimeoutMs = 60_000;
export const consentToastDelayMs = 300;
export const toastDismissMs = 4_000;
export const sessionTickMs = 30_000;
export const sessionRefreshThresholdMs = 90_000;
export const sessionExpiryMarginMs = 10_000;
export const sessionBackoffBaseMs = 200;
export const sessionBackoffMaxMs = 30_000;
export const cachedTokenMarginMs = 30_000;
export const sessionGuardMs = 10_000;
/** How long signing out waits for the server before it continues without a response. */
export const signOutTimeoutMs = 5_000;
export const skeletonDelayMs = 200;
/** How often an unreachable server is retried while the browser reports no network. */
export const connectionRetryMs = 5_000;
/** How long the first page of a visitor stays undisturbed before anything is fetched that it does not need. */
export const deferredServicesDelayMs = 5_000;
/** How long a page stays undisturbed before the code of the page that usually follows it loads. */
export const preloadDelayMs = 5_000;
/** Tolerated difference between the computer's clock and the server's (behaviour, "Banners"). */
export const clockSkewLimitMs = 120_000;
/** How long a copy button shows that it has copied. */
export const copiedShownMs = 1_500;
export const readBackoffBaseMs = 1_000;
export const readBackoffMaxMs = 30_000;
/** How long a cached value without observers is kept. */
export const resourceKeepMs = 300_000;

/** How often a failed read is retried; a 404 is not retried (specification, section 9). */
export const readRetries = 3;

export const passwordMaxLength = 99;
export const passwordMinScore = 4;
