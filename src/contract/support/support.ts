import * as v from 'valibot';
import { grouped } from '../common/counts.ts';
import { isRecord } from '../common/isRecord.ts';
import { picklistOr } from '../common/picklistOr.ts';
import { supportCategories, type SupportCategory } from './supportDraft.ts';
import { supportTraceMax } from './supportTrace.ts';

export const supportCategoryLabels: Readonly<Record<SupportCategory, string>> = {
  problem: 'Project issue',
  dashboard_bug: 'Dashboard bug',
  performance: 'Performance',
  account: 'Account and sign-in',
  billing: 'Billing',
  feature_request: 'Feature request',
  other: 'Other',
};

export const supportSubjectMax = 200;
export const supportMessageMax = 20_000;

/** Postgres text can hold every character except NUL. */
const withoutNul = v.check((text: string) => !text.includes('\0'), 'Remove the NUL character.');

const isJsonObject = (text: string): boolean => {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
};

/** Body of `POST …/support/requests`, which responds with 201 and a receipt. */
export const supportRequestSchema = v.object({
  category: v.picklist(supportCategories),
  subject: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a subject.'),
    v.maxLength(supportSubjectMax, `Use at most ${supportSubjectMax} characters.`),
    // It becomes a header of a mail.
    v.regex(/^\P{Cc}*$/u, 'Use a single line.'),
  ),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Describe the problem.'),
    v.maxLength(supportMessageMax, `Use at most ${grouped(supportMessageMax)} characters.`),
    withoutNul,
  ),
  /** The project that the request is about; the sender must belong to its organization. */
  project_ref: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** A trace of the last events, as JSON text. */
  trace: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(supportTraceMax, 'The trace is too long.'),
      v.check(isJsonObject, 'A trace is a JSON object.'),
      withoutNul,
    ),
  ),
});
export type SupportRequest = v.InferOutput<typeof supportRequestSchema>;

export const supportReceiptSchema = v.object({
  id: v.string(),
  /** Mailed to the operators, or stored there because the server has no address to mail it to. */
  delivery: picklistOr(['mailed', 'kept'], 'mailed'),
});
export type SupportReceipt = v.InferOutput<typeof supportReceiptSchema>;
