import { pages, segmentsOf, type PageName, type PageParams } from './pages.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Parameters are required only where the path has segments. */
type HrefArguments<Name extends PageName> = keyof PageParams<Name> extends never
  ? [params?: Readonly<Record<string, never>>, query?: Query]
  : [params: PageParams<Name>, query?: Query];

const queryString = (query: Query): string => {
  const text = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString();
  return text === '' ? '' : `?${text}`;
};

const fill = (name: PageName, segments: Readonly<Record<string, string | undefined>>): string =>
  pages[name].path.replaceAll(/:(\w+)/g, (_, segment: string) => encodeURIComponent(segments[segment] ?? ''));

/** The address of a page: `href('sqlSnippet', { ref, id })`, `href('signIn', {}, { returnTo })`. */
export const href = <Name extends PageName>(name: Name, ...[params = {}, query = {}]: HrefArguments<Name>): string =>
  fill(name, params) + queryString(query);

/** The address of any page from the segments that are known here; null where it needs another one. */
export const hrefFrom = (name: PageName, known: Readonly<Record<string, string | undefined>>): string | null =>
  segmentsOf(name).every((segment) => known[segment] !== undefined) ? fill(name, known) : null;
