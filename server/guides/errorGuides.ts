import type { Token } from 'marked';
import { guidesAddress } from '../../src/contract/docs/guidesAddress.ts';
import { plainText, type Guide } from './guide.ts';
import { hrefOfGuide } from './guideAddress.ts';
import type { Guides } from './guides.ts';

const reference = 'reference';
const sqlStates = `${reference}/sqlstate`;
const sqlState = /^[0-9A-Z]{5}$/;

/** The codes that the tables of a page list in their first column, each with the section of its table. */
function listedIn({ path, tokens, sections }: Guide): [code: string, href: string][] {
  let heading = 0;
  return tokens.flatMap((token: Token) => {
    if (token.type === 'heading') heading += 1;
    if (token.type !== 'table') return [];
    return token['rows'].map(([first]: { tokens: Token[] }[]) => [
      plainText(first?.tokens),
      `${hrefOfGuide(path)}#${sections[heading]!.slug}`,
    ]);
  });
}

/** The sections whose headings begin with codes, such as "57P01 and 57P03: server stops or starts". */
const headedBy = ({ path, sections }: Guide): [code: string, href: string][] =>
  sections.flatMap(({ heading, slug }) =>
    [...(heading.split(':')[0] ?? '').matchAll(/\b[0-9A-Z]{5}\b/g)].map(([code]): [string, string] => [
      code,
      `${hrefOfGuide(path)}#${slug}`,
    ]),
  );

/** The first of several sections about a code explains it. */
const firstOf = (found: readonly [string, string][]): Map<string, string> => new Map(found.toReversed());

/** Where the guides explain a code: of one service, of another, or of Postgres by its class. */
export function errorGuides({ pages, find }: Guides) {
  const listed = (path: string) => firstOf(pages.filter((guide) => guide.path === path).flatMap(listedIn));
  const [platform, auth] = [listed(`${reference}/platform-errors`), listed(`${reference}/auth-errors`)];
  const postgres = firstOf(pages.filter(({ path }) => path.startsWith(`${sqlStates}-`)).flatMap(headedBy));
  const classes = new Map(
    find(sqlStates)?.sections.flatMap(({ slug }) => {
      const [, name] = /^class-(..)-/.exec(slug) ?? [];
      return name === undefined ? [] : [[name.toUpperCase(), `${hrefOfGuide(sqlStates)}#${slug}`] as const];
    }),
  );
  /** The section about a code; without one, the page or the search that comes closest. */
  return (code: string, service: 'auth' | null): string => {
    const [own, other] = service === 'auth' ? [auth, platform] : [platform, auth];
    const found = own.get(code) ?? other.get(code) ?? postgres.get(code);
    if (found !== undefined) return found;
    if (sqlState.test(code)) return classes.get(code.slice(0, 2)) ?? hrefOfGuide(sqlStates);
    return `${guidesAddress}/search?${new URLSearchParams({ q: code })}`;
  };
}
