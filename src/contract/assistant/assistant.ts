import * as v from 'valibot';

/** How many of the assistant's messages are stored (specification, section 9). */
export const assistantMessagesStored = 20;

/**
 * The assistant panel's state as it is stored (specification, section 3); `createdAt` is a text there and a date in
 * memory.
 */
export const assistantStateSchema = v.object({
  open: v.boolean(),
  messages: v.pipe(
    v.array(v.looseObject({ id: v.string(), role: v.string(), createdAt: v.pipe(v.string(), v.isoTimestamp()) })),
    v.maxLength(assistantMessagesStored),
  ),
  sqlSnippets: v.optional(v.array(v.string())),
  initialInput: v.string(),
  suggestions: v.optional(v.looseObject({})),
  editor: v.nullable(v.string()),
  content: v.string(),
  entity: v.optional(v.looseObject({ id: v.string() })),
  tables: v.array(v.looseObject({ schema: v.string(), name: v.string() })),
});
