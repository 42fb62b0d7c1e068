import type { RouteMatch } from './place.ts';
import { routes, type Route, type RouteName } from './routes.ts';

interface Matcher {
  name: RouteName;
  route: Route;
  expression: RegExp;
}

const matchers: readonly Matcher[] = (Object.entries(routes) as [RouteName, Route][]).map(([name, route]) => ({
  name,
  route,
  expression: new RegExp(`^${route.pattern.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`),
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
  for (const { name, route, expression } of matchers) {
    const found = expression.exec(path);
    if (!found) continue;
    const params = Object.fromEntries(
      Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeSegment(value)]),
    );
    return { name, access: route.access, checked: route.unchecked !== true, params };
  }
  return null;
}
