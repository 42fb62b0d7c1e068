import { Hono } from 'hono';
import { telemetrySchemas, type TelemetryKind } from '../../src/contract/telemetry.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { AppEnv } from '../http/app.env.ts';
import { readBody, tooLarge } from '../http/body.ts';
import { limitBody } from '../http/limitBody.ts';
import { recordTelemetry } from './telemetry.ts';

const answerNothing = { status: 204 } as const;

/** Anybody may send, and a thousand messages are kept. */
const limitMessage = limitBody(16 * 1024, tooLarge);

const post = (routes: Hono<AppEnv>, db: ControlDatabase, kind: TelemetryKind) => routes.post(`/${kind}`, limitMessage, async (c) => {
  await recordTelemetry(db, kind, await readBody(c, telemetrySchemas[kind]));
  return new Response(null, answerNothing);
});

/** `/telemetry`. Visitors have no token yet, so none is asked for. */
export function telemetryRoutes(db: ControlDatabase): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const kind of Object.keys(telemetrySchemas)) post(routes, db, kind as TelemetryKind);
  return routes;
}

/** The two calls that the specification sends without `/platform` in every mode. */
export const telemetryDirectRoutes = (db: ControlDatabase): Hono<AppEnv> => post(new Hono<AppEnv>(), db, 'page')
  .post('/reset', async () => {
    await recordTelemetry(db, 'reset', {});
    return new Response(null, answerNothing);
  });
