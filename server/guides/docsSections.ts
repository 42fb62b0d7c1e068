import type { Discussion } from './discussions.ts';
import { hrefOfGuide, typeOfGuide } from './guideAddress.ts';
import type { Guides } from './guides.ts';
import { excerptOf, type DocsSection } from './search/docsSection.ts';

/** All sections of the guides, in the order in which a reader goes through them. */
export const sectionsOfGuides = ({ groups }: Guides): DocsSection[] =>
  groups.flatMap(({ title: subtitle, pages }) =>
    pages.flatMap(({ path, title, description, sections }) =>
      sections.map(({ slug, heading, phrases, names, text, prose }) => ({
        type: typeOfGuide(path),
        path: hrefOfGuide(path),
        slug,
        title,
        subtitle,
        description,
        heading,
        phrases: phrases.join('\n'),
        // The reference names fields, which many answers have.
        names: typeOfGuide(path) === 'reference' ? [] : names.map((name) => name.toLowerCase()),
        excerpt: excerptOf(prose || text),
        body: text,
      })),
    ),
  );

/** A discussion is one section, and leads to where it takes place. */
export const sectionsOfDiscussions = (discussions: readonly Discussion[]): DocsSection[] =>
  discussions.map(({ url, title, body }) => ({
    type: 'github-discussions',
    path: url,
    slug: '',
    title,
    subtitle: 'Discussion',
    description: body.slice(0, 160),
    heading: '',
    phrases: '',
    names: [],
    excerpt: excerptOf(body),
    body,
  }));
