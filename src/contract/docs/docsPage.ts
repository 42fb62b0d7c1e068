import * as v from 'valibot';
import { docsTypes, type DocsType } from './docsSearch.ts';

export interface DocsSection {
  heading: string;
  slug: string;
  /** How its text begins; empty where the source does not tell. */
  excerpt: string;
}

/** A search result as the dashboard shows it (specification, section 3). */
export interface DocsPage {
  id: string;
  path: string;
  type: DocsType;
  title: string;
  subtitle: string;
  description: string;
  sections: readonly DocsSection[];
}

const filled = v.pipe(v.string(), v.trim(), v.minLength(1));
/** Sources may answer null for what a page lacks. */
const optionalText = v.fallback(v.string(), '');
const texts = v.fallback(v.array(v.nullable(v.string())), []);

/** A result without these four cannot be shown or opened. */
const resultSchema = v.object({
  id: v.union([filled, v.pipe(v.number(), v.transform(String))]),
  path: filled,
  type: v.picklist(docsTypes),
  title: filled,
  subtitle: optionalText,
  description: optionalText,
  headings: texts,
  slugs: texts,
  excerpts: texts,
});

/** Headings and slugs belong together by position, so lists of unequal length mean nothing. */
function sectionsOf({
  headings,
  slugs,
  excerpts,
}: Readonly<Record<'headings' | 'slugs' | 'excerpts', readonly (string | null)[]>>): DocsSection[] {
  if (headings.length !== slugs.length) return [];
  return headings.flatMap((heading, index) => {
    const slug = slugs[index];
    return heading?.trim() && slug?.trim()
      ? [{ heading: heading.trim(), slug: slug.trim(), excerpt: excerpts[index]?.trim() ?? '' }]
      : [];
  });
}

/** The valid results of a source's answer. */
export const docsPagesOf = (answer: readonly unknown[]): DocsPage[] =>
  answer.flatMap((result) => {
    const parsed = v.safeParse(resultSchema, result);
    if (!parsed.success) return [];
    const { headings, slugs, excerpts, ...page } = parsed.output;
    return [{ ...page, sections: sectionsOf({ headings, slugs, excerpts }) }];
  });
