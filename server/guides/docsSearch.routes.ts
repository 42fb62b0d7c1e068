import { Hono } from 'hono';
import { docsQuerySchema } from '../../src/contract/docs/docsSearch.ts';
import { readBody } from '../http/body.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { noStore } from '../http/noStore.ts';
import type { SearchGuides } from './openGuides.ts';

/** Full-text search of the guides, at the path that the specification names (section 7). The guides are public. */
export const docsSearchRoutes = (search: SearchGuides) =>
  new Hono<HttpEnv>().use(noStore).post('/rest/v1/rpc/docs_search_fts', async (c) => {
    const { query } = await readBody(c, docsQuerySchema);
    return c.json(await search(query));
  });
