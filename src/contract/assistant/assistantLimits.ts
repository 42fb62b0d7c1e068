/** Bounds of what a browser may send to the assistant and of what it gets back; the server refuses or cuts the rest. */
export const assistantLimits = {
  /** Messages of one request, in characters altogether. The browser leaves out the oldest. */
  messages: 200,
  messageChars: 100_000,
  conversationChars: 400_000,
  attachments: 20,
  /** What the panel knows of the developer's screen. */
  screenTables: 20,
  screenQueries: 5,
  screenQueryChars: 10_000,
  /** Tool calls of one message of the assistant. */
  toolCalls: 16,
  /** An answer ends here, whatever the model still sends. */
  answerChars: 200_000,
  /** A result of a tool, as JSON: rows that do not fit are left out. */
  toolResultChars: 40_000,
  toolRows: 100,
  /** Characters of one value of a row; longer ones are cut. */
  cellChars: 1_000,
  /** Tables that one call lists. */
  listedTables: 200,
  statementTimeoutMs: 15_000,
} as const;
