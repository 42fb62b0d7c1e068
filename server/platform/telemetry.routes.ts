import { Hono } from 'hono';
import { telemetrySchemas, type TelemetryKind } from '../../src/contract/ambient/telemetry.ts';
import type { Authenticate } from '../auth/authenticate.ts';
import { bearer } from '../auth/bearer.ts';
import { knownBearer } from '../auth/knownBearer.ts';
import type { UserEnv } from '../auth/user.env.ts';
import type { ControlDatabase } from '../database/database.ts';
import { readBody, tooLarge } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { limitBody } from '../http/limitBody.ts';
import { flagsFor, type ReadFeatureFlags } from './featureFlags.ts';
import { listTelemetry, recordTelemetry } from './telemetry.ts';

interface TelemetryOptions {
  db: ControlDatabase;
  authenticate: Authenticate;
}

/** The route is public, and a thousand messages are kept. */
const limitMessage = limitBody(16 * 1024, tooLarge);

const record = (routes: Hono<UserEnv>, db: ControlDatabase, kind: TelemetryKind): Hono<UserEnv> =>
  routes.post(`/${kind}`, limitMessage, async (c) => {
    const body = await readBody(c, telemetrySchemas[kind]);
    const userId = c.var.knownUser?.id ?? null;
    // The session is still valid, so this is no 401.
    if ('user_id' in body && body.user_id !== userId)
      throw new ApiError(403, 'not_yourself', 'Only the signed-in user can be identified, by their own ID.');
    await recordTelemetry(db, { kind, body, userId });
    return c.body(null, 204);
  });

/** `/telemetry`. Visitors have no token, so none is required; users can read only their own messages. */
export function telemetryRoutes({
  db,
  authenticate,
  readFeatureFlags,
}: TelemetryOptions & { readFeatureFlags: ReadFeatureFlags | null }): Hono<UserEnv> {
  const routes = new Hono<UserEnv>();
  routes.get('/', bearer(authenticate), async (c) => c.json(await listTelemetry(db, c.var.user.id)));
  routes.use(knownBearer(authenticate));
  for (const kind of Object.keys(telemetrySchemas)) record(routes, db, kind as TelemetryKind);
  if (readFeatureFlags !== null)
    routes.get('/feature-flags', async (c) =>
      c.json(flagsFor(await readFeatureFlags(), c.var.knownUser?.email ?? null)),
    );
  return routes;
}

/** The two routes that the specification calls without `/platform` in every mode. */
export const telemetryDirectRoutes = ({ db, authenticate }: TelemetryOptions): Hono<UserEnv> => {
  const routes = new Hono<UserEnv>().use(knownBearer(authenticate));
  return record(routes, db, 'page').post('/reset', async (c) => {
    await recordTelemetry(db, { kind: 'reset', body: {}, userId: c.var.knownUser?.id ?? null });
    return c.body(null, 204);
  });
};
