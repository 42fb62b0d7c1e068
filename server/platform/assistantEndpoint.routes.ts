import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import { changeEndpointSchema, type TestedEndpoint } from '../../src/contract/assistant/assistantEndpoint.ts';
import type { UserEnv } from '../auth/user.env.ts';
import type { RateLimiter } from '../common/rateLimiter.ts';
import { readBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { requireOrganization, requireOwner } from './access.ts';
import {
  changeEndpoint,
  describeEndpoint,
  endpointWith,
  removeEndpoint,
  type AssistantEndpointsOptions,
  type ChosenEndpoint,
} from './assistantEndpoints.ts';

interface AssistantEndpointRoutesOptions extends AssistantEndpointsOptions {
  rateLimiter: RateLimiter;
  /** Asks a model for a word. */
  testEndpoint(endpoint: ChosenEndpoint, left: AbortSignal, log: Logger): Promise<TestedEndpoint>;
}

/** Tests of one user, whose requests leave this server for any address. */
const testLimit = { limit: 10, windowMs: 60_000, burst: 10 };

/** `/organizations/{slug}/assistant`: the organization's own model. */
export function assistantEndpointRoutes(options: AssistantEndpointRoutesOptions) {
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
    .post('/:slug/assistant/test', async (c) => {
      const organizationId = await access(c);
      const endpoint = await endpointWith(options, organizationId, await readBody(c, changeEndpointSchema));
      const retryAfter = await options.rateLimiter.take(`assistant-test:${c.var.user.id}`, testLimit);
      if (retryAfter > 0)
        throw new ApiError(429, 'over_request_rate_limit', 'Too many tests in a minute. Try again in a moment.', {
          retryAfter,
        });
      return c.json(await options.testEndpoint(endpoint, c.req.raw.signal, c.var.log));
    })
    .delete('/:slug/assistant', async (c) => {
      await removeEndpoint(options, await access(c));
      return c.body(null, 204);
    });
}
