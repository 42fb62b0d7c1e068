import { pageNames, pageOf, type Page, type PageName } from './pages.ts';
import type { RouteMatch } from './route.ts';

interface Matcher {
  name: PageName;
  page: Page;
  expression: RegExp;
}

const matchers: readonly Matcher[] = pageNames.map((name) => ({
  name,
  page: pageOf(name),
  expression: new RegExp(`^${pageOf(name).path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
}));

/** A stray `%` makes `decodeURIComponent` throw; such a segment is taken as it stands and will simply be unknown. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The route that a path belongs to, with its decoded segments; null when the path names nothing. */
export function matchRoute(path: string): RouteMatch | null {
  for (const { name, page, expression } of matchers) {
    const found = expression.exec(path);
    if (!found) continue;
    const params = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeSegment(value)]),
    );
    return { name, access: page.access, checked: page.unchecked !== true, params };
  }
  return null;
}
