import { Hono, type Context } from 'hono';
import { docsQuerySchema, docsSearchPaths } from '../../src/contract/docs/docsSearch.ts';
import { readBody } from '../http/body.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { noStore } from '../http/noStore.ts';
import type { OpenGuides, SearchGuides } from './openGuides.ts';

/** The two searches of the guides, at the paths that the specification names (section 7). The guides are public. */
export function docsSearchRoutes({ search, searchByMeaning }: Pick<OpenGuides, 'search' | 'searchByMeaning'>) {
  const answer = (find: SearchGuides) => async (c: Context<HttpEnv>) => {
    const { query } = await readBody(c, docsQuerySchema);
    return c.json(await find(query));
  };
  return new Hono<HttpEnv>()
    .post(docsSearchPaths.fullText, noStore, answer(search))
    .post(docsSearchPaths.embeddings, noStore, answer(searchByMeaning));
}
