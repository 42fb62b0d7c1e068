import { Marked, type Tokens } from 'marked';
import { linkTarget } from '../../src/contract/common/webAddress.ts';
import { escapeHtml } from './escapeHtml.ts';
import { plainText, type Guide } from './guide.ts';
import { highlight } from './highlight.ts';
import { slugger } from './slugs.ts';

const languageNames: Readonly<Record<string, string>> = {
  bash: 'Shell',
  javascript: 'JavaScript',
  json: 'JSON',
  sql: 'SQL',
};

/** A link by the policy for Markdown (specification, section 5): any other scheme leads nowhere. */
function linkHtml(href: string, content: string): string {
  switch (linkTarget(href)) {
    case 'nowhere':
      return `<span title="${escapeHtml(href)}">${content}</span>`;
    case 'web':
      return `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">${content}</a>`;
    default:
      return `<a href="${escapeHtml(href)}">${content}</a>`;
  }
}

/** A block of code. The page's script adds the buttons to its bar. */
const codeHtml = (code: string, language: string): string => {
  const name = languageNames[language] ?? 'Text';
  return (
    `<figure class="code">` +
    `<figcaption><span>${name}</span></figcaption>` +
    `<pre tabindex="0" role="group" aria-label="${name}"><code>${highlight(code, language)}</code></pre></figure>`
  );
};

/** The body of a guide. HTML in its Markdown is shown as text. */
export function renderGuide({ tokens }: Pick<Guide, 'tokens'>): string {
  const slugOf = slugger();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens: inline, depth }: Tokens.Heading): string {
        const text = plainText(inline);
        const slug = escapeHtml(slugOf(text));
        const level = Math.min(depth, 6);
        return (
          `<h${level} id="${slug}">${this.parser.parseInline(inline)}` +
          `<a class="anchor" href="#${slug}" aria-label="Link to ${escapeHtml(text)}">#</a></h${level}>`
        );
      },
      code: ({ text, lang = '' }: Tokens.Code): string => codeHtml(text, lang.split(' ')[0] ?? ''),
      link({ href, tokens: inline }: Tokens.Link): string {
        return linkHtml(href, this.parser.parseInline(inline));
      },
      // Images from other servers would reveal the reader; their text and address stay.
      image: ({ href, text }: Tokens.Image): string => linkHtml(href, escapeHtml(text)),
      html: ({ text }: Tokens.HTML | Tokens.Tag): string => escapeHtml(text),
      table(token: Tokens.Table): string {
        const cells = (row: readonly Tokens.TableCell[], tag: string) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag.split(' ')[0]}>`).join('');
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
        return (
          `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>` +
          `${cells(token.header, 'th scope="col"')}</tr></thead><tbody>${body}</tbody></table></div>`
        );
      },
    },
  });
  return marked.parser(tokens);
}
