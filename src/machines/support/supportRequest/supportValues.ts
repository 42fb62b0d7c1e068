import { supportMessageMax, supportSubjectMax, type SupportRequest } from '../../../contract/support/support.ts';
import { supportCategories, type SupportDraft } from '../../../contract/support/supportDraft.ts';

/** A trace as it would be sent, with its size. */
export interface FoundTrace {
  text: string;
  events: number;
}

const empty: SupportDraft = { category: 'problem', subject: '', message: '', projectRef: '' };

/** A NUL is invisible, and Postgres cannot store it. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Values from the address: `category`, `subject`, `message` and `project_ref`; unknown values are ignored. */
export function valuesIn(query: Readonly<Record<string, string>>): Partial<SupportDraft> {
  const category = supportCategories.find((known) => known === query['category']);
  const { subject, message, project_ref: projectRef } = query;
  return {
    ...(category !== undefined && { category }),
    ...(subject !== undefined && { subject: subject.replaceAll(/\p{Cc}+/gu, ' ').slice(0, supportSubjectMax) }),
    ...(message !== undefined && { message: withoutNul(message).slice(0, supportMessageMax) }),
    ...(projectRef !== undefined && { projectRef }),
  };
}

/** The form's initial values. A link with a subject starts a new request, whatever draft is stored. */
export const startOf = (asked: Partial<SupportDraft>, draft: SupportDraft | null): SupportDraft =>
  asked.subject === undefined && asked.message === undefined
    ? { ...empty, ...draft, ...asked }
    : { ...empty, ...asked };

/** The request body. */
export const requestOf = ({
  values: { category, subject, message, projectRef },
  attachment,
}: {
  values: SupportDraft;
  attachment: string | null;
}): SupportRequest => ({
  category,
  subject: withoutNul(subject).trim(),
  message: withoutNul(message).trim(),
  ...(projectRef !== '' && { project_ref: projectRef }),
  ...(attachment !== null && { trace: attachment }),
});
