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

/** A stray `%` makes `decodeURIComponent` throw; such a segment stays undecoded and matches nothing. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The route of a path, with its decoded segments; null for an unknown path. */
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
