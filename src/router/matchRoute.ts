import { pageNames, pageOf, patternOf } from './pages.ts';
import type { RouteMatch } from './route.ts';

const matchers = pageNames.map((name) => [name, new RegExp(patternOf(name))] as const);

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
  for (const [name, expression] of matchers) {
    const found = expression.exec(path);
    if (!found) continue;
    const params = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeSegment(value)]),
    );
    const { access, unchecked } = pageOf(name);
    return { name, access, checked: unchecked !== true, params };
  }
  return null;
}
