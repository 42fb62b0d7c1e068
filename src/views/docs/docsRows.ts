import { docsLinkOf, type DocsLink } from '../../contract/docs/docsLink.ts';
import type { DocsPage, DocsSection } from '../../contract/docs/docsPage.ts';

/** A row that leads to a page or to one of its sections. */
export interface ResultRow {
  id: string;
  page: DocsPage;
  /** Null for the page itself. */
  section: DocsSection | null;
  link: DocsLink;
}

/** A row that searches for a question. */
export interface QuestionRow {
  id: string;
  question: string;
}

/** Questions that the guides answer, for users who have not typed yet. */
export const starterQuestions = [
  'How do I turn on row level security?',
  'How do I connect my app?',
  'How do I import a CSV file?',
  'How do I reset a forgotten password?',
  'How do I back up a database?',
] as const;

/** Sections are rows below their page. */
export const rowsOf = (page: DocsPage): ResultRow[] =>
  [null, ...page.sections].flatMap((section) => {
    const link = docsLinkOf(page, section?.slug);
    return link === null
      ? []
      : [{ id: section === null ? page.id : `${page.id}#${section.slug}`, page, section, link }];
  });

export const questionRows = (kind: string, questions: readonly string[]): QuestionRow[] =>
  questions.map((question) => ({ id: `${kind}:${question}`, question }));
