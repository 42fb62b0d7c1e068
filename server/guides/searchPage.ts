import { html } from 'hono/html';
import { docsLinkOf } from '../../src/contract/docs/docsLink.ts';
import { docsPagesOf, type DocsPage } from '../../src/contract/docs/docsPage.ts';
import type { DocsSearchResult, DocsType } from '../../src/contract/docs/docsSearch.ts';
import { markWords } from '../../src/contract/docs/markWords.ts';
import { pageHtml } from './guidePage.ts';
import type { Guides } from './guides.ts';

const typeNames: Readonly<Record<DocsType, string>> = {
  markdown: 'Guide',
  reference: 'Reference',
  'partner-integration': 'Integration',
  'github-discussions': 'Discussion',
};

const marked = (text: string, query: string) =>
  markWords(text, query).map(({ text: part, isMatch }) => (isMatch ? html`<mark>${part}</mark>` : part));

/** A link to a result or to one of its sections; text alone where its address is not safe to open. */
function linkTo(page: DocsPage, slug: string | undefined, text: string, query: string) {
  const link = docsLinkOf(page, slug);
  if (link === null) return html`${marked(text, query)}`;
  return link.isElsewhere
    ? html`<a href="${link.href}" target="_blank" rel="noreferrer">${marked(text, query)}</a>`
    : html`<a href="${link.href}">${marked(text, query)}</a>`;
}

const resultOf = (page: DocsPage, query: string) =>
  html`<li>
    ${linkTo(page, undefined, page.title, query)}
    <small>${page.subtitle === '' ? '' : `${page.subtitle} · `}${typeNames[page.type]}</small>
    <p>${marked(page.description, query)}</p>
    <ul>
      ${page.sections.map(
        ({ heading, slug, excerpt }) =>
          html`<li>
            ${linkTo(page, slug, heading, query)}
            <p>${marked(excerpt, query)}</p>
          </li>`,
      )}
    </ul>
  </li>`;

interface SearchPage {
  head: string;
  guides: Guides;
  query: string;
  results: readonly DocsSearchResult[];
}

/** The results of a search as a page, for a reader without scripts too. */
export const searchPage = ({ head, guides, query, results }: SearchPage) =>
  pageHtml({
    head,
    guides,
    current: null,
    query,
    title: 'Search',
    description: 'Search the guides.',
    content: html`<article>
      <h1>Search</h1>
      ${
        query.trim() === ''
          ? html`<p class="lead">Type a question or a few words into the field above.</p>`
          : results.length === 0
            ? html`<p class="lead">No guide matches “${query}”. Try fewer or other words.</p>`
            : html`<p class="lead">Guides for “${query}”</p>
                <ul class="found">
                  ${docsPagesOf(results).map((page) => resultOf(page, query))}
                </ul>`
      }
    </article>`,
  });
