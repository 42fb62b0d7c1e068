import { Hono, type Context } from 'hono';
import { saveSnippetSchema } from '../../../src/contract/sql/snippet.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { requireProject } from '../../http/access.ts';
import type { AppEnv } from '../../http/app.env.ts';
import { readBody } from '../../http/body.ts';
import { deleteSnippet, listSnippets, readSnippet, saveSnippet, type SnippetOwner } from './snippets.ts';

/** `/projects/{ref}/snippets`: the caller's own SQL snippets of a project. */
export function snippetRoutes(db: ControlDatabase): Hono<AppEnv> {
  const snippetOwnerOf = async (c: Context<AppEnv>): Promise<SnippetOwner> => {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref') ?? '');
    return { projectId: project.id, ownerId: c.var.user.id };
  };
  return new Hono<AppEnv>()
    .get('/:ref/snippets', async (c) => c.json(await listSnippets(db, await snippetOwnerOf(c))))
    .get('/:ref/snippets/:id', async (c) => c.json(await readSnippet(db, await snippetOwnerOf(c), c.req.param('id'))))
    .put('/:ref/snippets/:id', async (c) => {
      const owner = await snippetOwnerOf(c);
      return c.json(await saveSnippet(db, owner, c.req.param('id'), await readBody(c, saveSnippetSchema)));
    })
    .delete('/:ref/snippets/:id', async (c) => {
      await deleteSnippet(db, await snippetOwnerOf(c), c.req.param('id'));
      return c.body(null, 204);
    });
}
