import { Hono } from 'hono';
import { supportRequestSchema } from '../../../src/contract/support/support.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { readBody } from '../../http/body.ts';
import type { SupportMail } from './supportMail.ts';
import { fileSupportRequest } from './supportRequests.ts';

/** `/support`, behind a bearer token. */
export const supportRoutes = ({ db, mail }: { db: ControlDatabase; mail: SupportMail | null }) =>
  new Hono<UserEnv>().post('/requests', async (c) => {
    const receipt = await fileSupportRequest(db, c.var.user, await readBody(c, supportRequestSchema), {
      isMailed: mail !== null,
    });
    mail?.scheduleDelivery();
    return c.json(receipt, 201);
  });
