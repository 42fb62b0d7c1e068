import { Lexer, type Token, type Tokens, type TokensList } from 'marked';
import { slugger } from './slugs.ts';

/** A heading with the text below it, up to the next heading. */
interface GuideSection {
  /** Empty for the text before the first heading. */
  heading: string;
  slug: string;
  depth: number;
  /** Other words in which readers ask for it; the search knows them, and no page shows them. */
  phrases: readonly string[];
  /** The code in the first columns of its tables: what they define. */
  names: readonly string[];
  text: string;
  /** Its sentences, without code and tables: what a result of the search shows. */
  prose: string;
}

export interface Guide {
  /** Below `/guides/`: the file's path without its extension, and `''` for the first page. */
  path: string;
  /** Folder of the file; the pages of one folder are listed together. */
  group: string;
  title: string;
  description: string;
  order: number;
  tokens: TokensList;
  sections: readonly GuideSection[];
}

/** The values between the two lines of hyphens, and the Markdown below them. */
function frontMatterOf(file: string, text: string): { values: ReadonlyMap<string, string>; body: string } {
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  if (head === undefined || body === undefined) throw new Error(`${file} has no front matter.`);
  const values = new Map(
    head.split('\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
    }),
  );
  return { values, body };
}

/** The words of Markdown without its marks, as a reader sees them. */
export function plainText(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token): string => {
      switch (token.type) {
        case 'space':
        case 'html':
          return ' ';
        case 'list':
          return token['items'].map((item: Token) => plainText([item])).join('\n');
        case 'table':
          return [token['header'], ...token['rows']]
            .map((row: { tokens: Token[] }[]) => row.map((cell) => plainText(cell.tokens)).join(' '))
            .join('\n');
        default:
          return 'tokens' in token && token.tokens
            ? plainText(token.tokens)
            : 'text' in token
              ? String(token['text'])
              : '';
      }
    })
    .join('')
    .trim();
}

/** A comment in the Markdown, which pages do not show. */
const isComment = ({ type, raw }: Token): boolean => type === 'html' && /^<!--[^]*-->\s*$/.test(raw);

/** The phrases of a comment such as `<!-- search: how old, birthday -->`; none for any other. */
function phrasesOf({ raw }: Token): string[] {
  const [, list] = /^<!-- search: (.+) -->\s*$/.exec(raw) ?? [];
  return list?.split(',').map((phrase) => phrase.trim()) ?? [];
}

/** The code in the first column of a table. */
const namesIn = (table: Tokens.Table): string[] =>
  table.rows.flatMap(([first]) =>
    (first?.tokens ?? []).flatMap((token) => (token.type === 'codespan' ? [String(token['text'])] : [])),
  );

function sectionsOf(tokens: readonly Token[]): GuideSection[] {
  const slugOf = slugger();
  const sections: (Pick<GuideSection, 'heading' | 'slug' | 'depth'> & { phrases: string[]; tokens: Token[] })[] = [
    { heading: '', slug: '', depth: 1, phrases: [], tokens: [] },
  ];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = plainText(token.tokens);
      sections.push({ heading, slug: slugOf(heading), depth: Number(token['depth']), phrases: [], tokens: [] });
    } else if (isComment(token)) {
      sections.at(-1)?.phrases.push(...phrasesOf(token));
    } else {
      sections.at(-1)?.tokens.push(token);
    }
  }
  const textOf = (some: readonly Token[]): string =>
    some
      .map((token) => plainText([token]))
      .filter(Boolean)
      .join('\n');
  return sections.map(({ tokens: own, ...section }) => ({
    ...section,
    names: own.flatMap((token) => (token.type === 'table' ? namesIn(token as Tokens.Table) : [])),
    text: textOf(own),
    prose: textOf(own.filter(({ type }) => type === 'paragraph' || type === 'list')),
  }));
}

/** One guide from the text of its file, whose name is relative to the folder of the guides. */
export function parseGuide(file: string, text: string): Guide {
  const { values, body } = frontMatterOf(file, text);
  const valueOf = (name: string): string => {
    const value = values.get(name);
    if (value === undefined || value === '') throw new Error(`${file} has no ${name}.`);
    return value;
  };
  const all = new Lexer({ gfm: true }).lex(body);
  const tokens = Object.assign(
    all.filter((token) => !isComment(token)),
    { links: all.links },
  );
  const group = file.includes('/') ? file.slice(0, file.lastIndexOf('/')) : '';
  return {
    path: file.replace(/\.md$/, '').replace(/(?:^|\/)index$/, ''),
    group,
    title: valueOf('title'),
    description: valueOf('description'),
    order: Number(valueOf('order')),
    tokens,
    sections: sectionsOf(all),
  };
}
