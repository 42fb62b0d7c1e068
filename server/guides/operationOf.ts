import type { Guide } from './guide.ts';
import { typeOfGuide } from './guideAddress.ts';
import type { Guides } from './guides.ts';

/**
 * One section of the API reference as a page: results of the search lead to `/guides/reference/api/{area}/{section}`.
 */
export function operationOf({ find }: Guides, path: string): Guide | undefined {
  const slash = path.lastIndexOf('/');
  const [area, slug] = [find(path.slice(0, slash)), path.slice(slash + 1)];
  const at = area?.sections.findIndex((section) => section.slug === slug) ?? -1;
  if (area === undefined || at < 0 || slug === '' || typeOfGuide(area.path) !== 'reference') return undefined;
  const headings = area.tokens.flatMap((token, index) => (token.type === 'heading' ? [index] : []));
  const { heading } = area.sections[at]!;
  const tokens = Object.assign(area.tokens.slice(headings[at - 1]! + 1, headings[at]), { links: area.tokens.links });
  return { ...area, title: heading, description: `${area.title} of the platform API.`, tokens, sections: [] };
}
