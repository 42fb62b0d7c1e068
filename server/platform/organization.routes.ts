import { Hono } from 'hono';
import { changePlanSchema } from '../../src/contract/organizations/changePlan.ts';
import { createOrganizationSchema } from '../../src/contract/organizations/createOrganization.ts';
import type { UserEnv } from '../auth/user.env.ts';
import type { ControlDatabase } from '../database/database.ts';
import { readBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { requireOrganization, requireOwner } from './access.ts';
import { hasModel } from './assistantEndpoints.ts';
import type { AssistantSettings } from './assistantSettings.ts';
import { readIdempotencyKey } from './idempotency.ts';
import {
  changePlan,
  createOrganization,
  describeOrganization,
  listMembers,
  listOrganizations,
} from './organizations.ts';

/** `/organizations`, behind a bearer token. */
export function organizationRoutes({
  db,
  platformMode,
  assistant: settings,
}: {
  db: ControlDatabase;
  platformMode: boolean;
  assistant: AssistantSettings;
}) {
  const options = { db, settings };
  return new Hono<UserEnv>()
    .get('/', async (c) => c.json(await listOrganizations(options, c.var.user.id)))
    .post('/', async (c) => {
      if (!platformMode) throw new ApiError(403, 'one_organization_only', 'A self-hosted server has one organization.');
      const key = readIdempotencyKey(c);
      return c.json(
        await createOrganization(options, c.var.user, await readBody(c, createOrganizationSchema), key),
        201,
      );
    })
    .get('/:slug', async (c) => {
      const { organization, role } = await requireOrganization(db, c.var.user.id, c.req.param('slug'));
      return c.json(describeOrganization(organization, role, await hasModel(options, organization.id)));
    })
    .put('/:slug/plan', async (c) => {
      const access = await requireOrganization(db, c.var.user.id, c.req.param('slug'));
      requireOwner(access);
      const changed = await changePlan(options, access, await readBody(c, changePlanSchema));
      c.var.log.info({ slug: changed.slug, from: access.organization.tier, to: changed.tier }, 'plan changed');
      return c.json(changed);
    })
    .get('/:slug/members', async (c) => {
      const { organization } = await requireOrganization(db, c.var.user.id, c.req.param('slug'));
      return c.json(await listMembers(db, organization.id));
    });
}
