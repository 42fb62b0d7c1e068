import { Hono, type Context } from 'hono';
import { saveSnippetSchema } from '../../../src/contract/sql/saveSnippet.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { readBody } from '../../http/body.ts';
import { requireProject } from '../../platform/access.ts';
import { deleteSnippet, listSnippets, readSnippet, saveSnippet, type SnippetOwner } from './snippets.ts';

/** `/projects/{ref}/snippets`: the caller's own SQL snippets of a project. */
export function snippetRoutes(db: ControlDatabase): Hono<UserEnv> {
  const snippetOwnerOf = async (c: Context<UserEnv>): Promise<SnippetOwner> => {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref') ?? '');
    return { projectId: project.id, ownerId: c.var.user.id };
  };
  return new Hono<UserEnv>()
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
