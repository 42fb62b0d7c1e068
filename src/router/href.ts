import { routes, type RouteName, type RouteParams } from './routes.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Parameters are asked for only where the route has segments. */
type HrefArguments<Name extends RouteName> = keyof RouteParams<Name> extends never
  ? [params?: Readonly<Record<string, never>>, query?: Query]
  : [params: RouteParams<Name>, query?: Query];

const queryString = (query: Query): string => {
  const text = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return text === '' ? '' : `?${text}`;
};

/** The address of a route: `href('sqlSnippet', { ref, id })`, `href('signIn', {}, { returnTo })`. */
export function href<Name extends RouteName>(name: Name, ...[params, query = {}]: HrefArguments<Name>): string {
  const segments = params as Readonly<Record<string, string>> | undefined;
  const path = routes[name].pattern.replaceAll(/:(\w+)/g, (_, segment: string) =>
    encodeURIComponent(segments?.[segment] ?? ''),
  );
  return path + queryString(query);
}
