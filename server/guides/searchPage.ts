import { html } from 'hono/html';
import type { DocsSearchResult } from '../../src/contract/docs/docsSearch.ts';
import { pageHtml } from './guidePage.ts';
import type { Guides } from './guides.ts';

const resultOf = ({ path, title, subtitle, description, headings, slugs }: DocsSearchResult) =>
  html`<li>
    <a href="${path}">${title}</a> <small>${subtitle}</small>
    <p>${description}</p>
    <ul>
      ${headings.map((heading, index) => html`<li><a href="${path}#${slugs[index] ?? ''}">${heading}</a></li>`)}
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
                  ${results.map(resultOf)}
                </ul>`
      }
    </article>`,
  });
