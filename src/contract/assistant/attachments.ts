import * as v from 'valibot';
import { sqlErrorSchema } from '../sql/query.ts';
import { assistantLimits } from './assistantLimits.ts';
import { allowsContext, type ContextLevel } from './contextLevel.ts';

const text = v.pipe(v.string(), v.maxLength(assistantLimits.messageChars));
const name = v.pipe(v.string(), v.nonEmpty(), v.maxLength(256));

/** What a user attaches to a message from another screen. The model gets it as data, never as an instruction. */
export const attachmentSchema = v.variant('kind', [
  /** The server adds the table's definition. */
  v.object({ kind: v.literal('table'), schema: name, name }),
  v.object({ kind: v.literal('query'), title: v.optional(text), sql: text }),
  /** What only rows can tell (the detail of an error, a value in its message) is left out below the level `data`. */
  v.object({ kind: v.literal('error'), sql: text, error: sqlErrorSchema }),
  /** A plan as EXPLAIN writes it, as text or JSON. */
  v.object({ kind: v.literal('plan'), sql: text, plan: text }),
  v.object({ kind: v.literal('log'), line: text }),
  /** With the SQL that helps, where there is some. */
  v.object({ kind: v.literal('finding'), title: text, detail: text, remedy: v.optional(text) }),
]);
export type Attachment = v.InferOutput<typeof attachmentSchema>;

/** The attachment with no text longer than a message may be: a longer one would be refused, and not be stored. */
export const cutAttachment = (attachment: Attachment): Attachment =>
  Object.fromEntries(
    Object.entries(attachment).map(([field, value]) => [
      field,
      typeof value === 'string' ? value.slice(0, assistantLimits.messageChars) : value,
    ]),
  ) as Attachment;

/** The level that a kind of attachment needs; the server refuses a message with one that its level does not allow. */
const attachmentLevel: Readonly<Record<Attachment['kind'], ContextLevel>> = {
  query: 'none',
  error: 'none',
  table: 'schema',
  plan: 'schema',
  finding: 'schema',
  log: 'data',
};

export const allowsAttachment = (level: ContextLevel, { kind }: Pick<Attachment, 'kind'>): boolean =>
  allowsContext(level, attachmentLevel[kind]);
