import { Hono, type Context } from 'hono';
import { changeEndpointSchema } from '../../src/contract/assistant/assistantEndpoint.ts';
import type { UserEnv } from '../auth/user.env.ts';
import { readBody } from '../http/body.ts';
import { requireOrganization, requireOwner } from './access.ts';
import {
  changeEndpoint,
  describeEndpoint,
  removeEndpoint,
  type AssistantEndpointsOptions,
} from './assistantEndpoints.ts';

/** `/organizations/{slug}/assistant`: the organization's own model. */
export function assistantEndpointRoutes(options: AssistantEndpointsOptions) {
  const access = async (c: Context<UserEnv>): Promise<number> => {
    const found = await requireOrganization(options.db, c.var.user.id, c.req.param('slug') ?? '');
    requireOwner(found);
    return found.organization.id;
  };
  return new Hono<UserEnv>()
    .get('/:slug/assistant', async (c) => c.json(await describeEndpoint(options, await access(c))))
    .put('/:slug/assistant', async (c) => {
      const organizationId = await access(c);
      return c.json(await changeEndpoint(options, organizationId, await readBody(c, changeEndpointSchema)));
    })
    .delete('/:slug/assistant', async (c) => {
      await removeEndpoint(options, await access(c));
      return c.body(null, 204);
    });
}
