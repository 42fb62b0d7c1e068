/** Times of the assistant panel, in milliseconds. */
export const assistantTiming = {
  /** After the last change of a conversation, before it is stored. */
  storePauseMs: 300,
  /** Before a refused write is tried again. */
  storeRetryMs: 10_000,
  /** How often a streaming answer reaches the chart, and with it the storage. The screen shows it at once. */
  answerReportMs: 1_000,
  /** How long a page that is about to go may take: the browser ends its streams before it hides the page. */
  leavingMs: 3_000,
} as const;
