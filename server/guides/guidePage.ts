import { html, raw } from 'hono/html';
import { mark } from '../http/mark.ts';
import type { Guide } from './guide.ts';
import { hrefOfGuide } from './guideAddress.ts';
import type { Guides } from './guides.ts';

type Markup = ReturnType<typeof html>;

/** What a page of the guides gets from the built app: its icon, theme, fonts and styles, without its modules. */
export function headOf(appHtml: string): string {
  const links = [
    ...appHtml.matchAll(/<link rel="(?:icon|preload|stylesheet)"[^>]*>|<script\s+src="[^"]*"><\/script>/g),
  ].map(([tag]) => tag);
  return [...links, '<link rel="stylesheet" href="/guides.css" />'].join('\n');
}

const navigationOf = ({ groups }: Guides, current: string | null): Markup =>
  html`${groups.map(
    ({ title, pages }) =>
      html`<details ${pages.some(({ path }) => path === current) || current === null ? 'open' : ''}>
        <summary>${title}</summary>
        <ul>
          ${pages.map(
            ({ path, title: name }) =>
              html`<li>
                <a href="${hrefOfGuide(path)}" ${path === current ? raw('aria-current="page"') : ''}>${name}</a>
              </li>`,
          )}
        </ul>
      </details>`,
  )}`;

interface PageParts {
  head: string;
  guides: Guides;
  /** Path of the guide; null for a page that is none. */
  current: string | null;
  title: string;
  description: string;
  /** What the search field holds. */
  query?: string;
  content: Markup;
  aside?: Markup;
}

/** A whole page of the guides, readable before any script runs. */
export const pageHtml = ({
  head,
  guides,
  current,
  title,
  description,
  query = '',
  content,
  aside,
}: PageParts): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="description" content="${description}" />
        <title>${title} · Basechart guides</title>
        ${raw(head)}
        <script type="module" src="/guides.js"></script>
      </head>
      <body class="guides">
        <a class="skip" href="#content">Skip to content</a>
        <header class="bar">
          <a class="home" href="/guides" aria-label="Basechart Guides"
            >${mark}<span>Basechart</span> <span class="part">Guides</span></a
          >
          <form role="search" action="/guides/search">
            <input
              type="search"
              name="q"
              value="${query}"
              placeholder="Search guides"
              aria-label="Search guides"
              maxlength="200"
              autocomplete="off"
            />
          </form>
          <a class="dashboard" href="/">Dashboard</a>
        </header>
        <div class="columns">
          <nav class="pages" aria-label="Guides">
            <details class="all">
              <summary>All guides</summary>
              ${navigationOf(guides, current)}
            </details>
            <div class="wide">${navigationOf(guides, current)}</div>
          </nav>
          <main id="content" tabindex="-1">${content}</main>
          ${aside ?? ''}
        </div>
      </body>
    </html>`;

/** The headings of a page: at the side of a wide window, and to unfold above the text in a narrow one. */
function contentsOf({ sections }: Guide): { aside?: Markup; folded?: Markup } {
  const listed = sections.filter(({ slug, depth }) => slug !== '' && depth <= 3);
  if (listed.length < 2) return {};
  const list = html`<ul>
    ${listed.map(({ slug, heading, depth }) => html`<li class="depth-${depth}"><a href="#${slug}">${heading}</a></li>`)}
  </ul>`;
  return {
    aside: html`<aside class="contents">
      <nav aria-label="On this page">
        <p>On this page</p>
        ${list}
      </nav>
    </aside>`,
    folded: html`<nav class="folded" aria-label="On this page">
      <details>
        <summary>On this page</summary>
        ${list}
      </details>
    </nav>`,
  };
}

function neighborsOf({ pages }: Guides, { path }: Guide): Markup {
  const at = pages.findIndex((page) => page.path === path);
  const link = (page: Guide | undefined, rel: 'prev' | 'next', label: string) =>
    page &&
    html`<a rel="${rel}" class="${rel}" href="${hrefOfGuide(page.path)}"><span>${label}</span>${page.title}</a>`;
  return html`<nav class="neighbors" aria-label="Previous and next guide">
    ${link(pages[at - 1], 'prev', 'Previous')}${link(pages[at + 1], 'next', 'Next')}
  </nav>`;
}

export function guidePage({ head, guides, guide, body }: { head: string; guides: Guides; guide: Guide; body: string }) {
  const { aside, folded } = contentsOf(guide);
  return pageHtml({
    head,
    guides,
    current: guide.path,
    title: guide.title,
    description: guide.description,
    content: html`<article>
        <h1>${guide.title}</h1>
        <p class="lead">${guide.description}</p>
        ${folded ?? ''} ${raw(body)}
      </article>
      ${neighborsOf(guides, guide)}`,
    ...(aside && { aside }),
  });
}

export const missingGuidePage = ({ head, guides, path }: { head: string; guides: Guides; path: string }): Markup =>
  pageHtml({
    head,
    guides,
    current: null,
    title: 'Guide not found',
    description: 'There is no guide at this address.',
    content: html`<article>
      <h1>Guide not found</h1>
      <p>
        There is no guide at <code>${hrefOfGuide(path)}</code>. Search the guides, or start at the
        <a href="/guides">overview</a>.
      </p>
    </article>`,
  });
