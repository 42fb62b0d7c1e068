/** Longest SQL text accepted, in characters. */
export const sqlMaxLength = 1_000_000;
export const rowLimitMax = 1_000_000;
export const statementTimeoutMaxMs = 600_000;
