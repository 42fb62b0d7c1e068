import { Hono } from 'hono';
import { passwordCheckRequestSchema } from '../../src/contract/passwordCheck.ts';
import type { ControlDatabase } from '../database/database.ts';
import type { AppEnv } from '../http/app.env.ts';
import { readBody } from '../http/body.ts';
import { limitRate } from '../http/limitRate.ts';
import type { RateLimiter } from '../http/rateLimit.ts';
import type { PasswordStrength } from './passwordStrength.ts';
import { createProfile, readPermissions, readProfile, type ProfileSettings } from './profiles.ts';

/** Reading the profile: `/profile`, behind a bearer token. */
export const profileRoutes = ({ db, settings }: { db: ControlDatabase; settings: ProfileSettings }) => new Hono<AppEnv>()
  .get('/', async (c) => c.json(await readProfile(db, c.var.user.id, settings.disabledFeatures)))
  .get('/permissions', async (c) => c.json(await readPermissions(db, c.var.user.id)));

export interface ProfileCommandOptions {
  db: ControlDatabase;
  settings: ProfileSettings & { passwordCheckRateLimit: number };
  strength: PasswordStrength;
  rateLimiter: RateLimiter;
}

/** The two calls that the specification sends without `/platform` in every mode; behind a bearer token too. */
export const profileCommandRoutes = ({ db, settings, strength, rateLimiter }: ProfileCommandOptions) => new Hono<AppEnv>()
  .post('/', async (c) => c.json(await createProfile(db, c.var.user, settings), 201))
  .post('/password-check', limitRate(rateLimiter, 'password-check', settings.passwordCheckRateLimit), async (c) => {
    const { password } = await readBody(c, passwordCheckRequestSchema);
    return c.json({ result: await strength.check(password) });
  });
