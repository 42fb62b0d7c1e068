import { supportMessageMax, supportSubjectMax, type SupportRequest } from '../../../contract/support/support.ts';
import { supportCategories, type SupportDraft } from '../../../contract/support/supportDraft.ts';

/** A trace as it would be sent, with what says how much it is. */
export interface FoundTrace {
  text: string;
  events: number;
}

const empty: SupportDraft = { category: 'problem', subject: '', message: '', projectRef: '' };

/** Nobody can see a NUL, and no database keeps one. */
const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** What the address asks for: `category`, `subject`, `message` and `project_ref`; anything unknown in it counts as not asked. */
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

/** What the form begins with. A link that says what it is about begins a request of its own, whatever was being written before. */
export const startOf = (asked: Partial<SupportDraft>, draft: SupportDraft | null): SupportDraft =>
  asked.subject === undefined && asked.message === undefined
    ? { ...empty, ...draft, ...asked }
    : { ...empty, ...asked };

/** What is sent. */
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
