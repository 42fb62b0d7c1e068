import { Hono, type Context } from 'hono';
import { docsQueryMaxLength } from '../../src/contract/docs/docsSearch.ts';
import { errorGuidesPath } from '../../src/contract/docs/errorGuide.ts';
import { guidesAddress, integrationsAddress } from '../../src/contract/docs/guidesAddress.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { sendHtml } from '../http/sendHtml.ts';
import { errorGuides } from './errorGuides.ts';
import type { Guide } from './guide.ts';
import { hrefOfGuide, integrationsFolder } from './guideAddress.ts';
import { guidePage, headOf, missingGuidePage } from './guidePage.ts';
import { once } from './once.ts';
import type { OpenGuides } from './openGuides.ts';
import { operationOf } from './operationOf.ts';
import { renderGuide } from './renderGuide.ts';
import { searchPage } from './searchPage.ts';

interface GuideRoutesOptions {
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
  const explained = once(async () => errorGuides(await opened.read()));
  const answerGuide = async (c: Context<HttpEnv>, path: string): Promise<Response> => {
    const guides = await opened.read();
    const guide = guides.find(path) ?? operationOf(guides, path);
    return guide === undefined
      ? sendHtml(c, String(await missingGuidePage({ head, guides, path })), { policy, status: 404 })
      : sendHtml(c, String(await guidePage({ head, guides, guide, body: bodyOf(guide) })), { policy });
  };
  const guidePages = new Hono<HttpEnv>()
    .get('/', (c) => answerGuide(c, ''))
    .get('/search', async (c) => {
      const query = (c.req.query('q') ?? '').slice(0, docsQueryMaxLength);
      const [guides, results] = await Promise.all([opened.read(), opened.find(query)]);
      return sendHtml(c, String(await searchPage({ head, guides, query, results })), { policy });
    })
    .get(`/${errorGuidesPath}/auth/:code`, async (c) => c.redirect((await explained())(c.req.param('code'), 'auth')))
    .get(`/${errorGuidesPath}/:code`, async (c) => c.redirect((await explained())(c.req.param('code'), null)))
    .get('/:path{.+}', async (c) => {
      const path = c.req.param('path').replace(/\/$/, '');
      const href = hrefOfGuide(path);
      // An integration has another address.
      return href.startsWith(guidesAddress) ? await answerGuide(c, path) : c.redirect(href, 301);
    });
  const integrations = new Hono<HttpEnv>()
    .get('/', (c) => answerGuide(c, integrationsFolder))
    .get('/:path{.+}', (c) => answerGuide(c, `${integrationsFolder}/${c.req.param('path').replace(/\/$/, '')}`));
  return new Hono<HttpEnv>().route(guidesAddress, guidePages).route(integrationsAddress, integrations);
}
