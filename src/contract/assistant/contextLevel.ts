/**
 * What of a project the model may get to know: nothing but what the user writes, also names and types of tables, or
 * also rows. The server enforces it: which tools there are, what the model is told, and which attachments and earlier
 * results reach it.
 */
export const contextLevels = ['none', 'schema', 'data'] as const;
export type ContextLevel = (typeof contextLevels)[number];

/** Whether a level includes what needs another one. */
export const allowsContext = (level: ContextLevel, needed: ContextLevel): boolean =>
  contextLevels.indexOf(level) >= contextLevels.indexOf(needed);
