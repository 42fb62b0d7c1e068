import { Hono, type Context } from 'hono';
import { docsQueryMaxLength } from '../../src/contract/docs/docsSearch.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { sendHtml } from '../http/sendHtml.ts';
import { joined } from './foundPages.ts';
import type { Guide } from './guide.ts';
import { guidePage, headOf, missingGuidePage } from './guidePage.ts';
import type { OpenGuides } from './openGuides.ts';
import { renderGuide } from './renderGuide.ts';
import { searchPage } from './searchPage.ts';

export interface GuideRoutesOptions {
  guides: OpenGuides;
  /** The built page of the app, whose styles the guides use. */
  appHtml: string;
}

/** Nothing but the page's own files: no inline script and no inline style. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** The guides as pages, for every reader. */
export function guideRoutes({ guides: opened, appHtml }: GuideRoutesOptions): Hono<HttpEnv> {
  const head = headOf(appHtml);
  const rendered = new WeakMap<Guide, string>();
  const bodyOf = (guide: Guide): string => {
    const body = rendered.get(guide) ?? renderGuide(guide);
    rendered.set(guide, body);
    return body;
  };
  const answerGuide = async (c: Context<HttpEnv>, path: string): Promise<Response> => {
    const guides = await opened.read();
    const guide = guides.find(path);
    return guide === undefined
      ? sendHtml(c, String(await missingGuidePage({ head, guides, path })), { policy, status: 404 })
      : sendHtml(c, String(await guidePage({ head, guides, guide, body: bodyOf(guide) })), { policy });
  };
  return new Hono<HttpEnv>()
    .get('/', (c) => answerGuide(c, ''))
    .get('/search', async (c) => {
      const query = (c.req.query('q') ?? '').slice(0, docsQueryMaxLength);
      const [guides, byWords, byMeaning] = await Promise.all([
        opened.read(),
        opened.search(query),
        opened.searchByMeaning(query),
      ]);
      const results = joined(byWords, byMeaning);
      return sendHtml(c, String(await searchPage({ head, guides, query, results })), { policy });
    })
    .get('/:path{.+}', (c) => answerGuide(c, c.req.param('path').replace(/\/$/, '')));
}
