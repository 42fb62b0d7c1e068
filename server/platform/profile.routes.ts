import { Hono } from 'hono';
import { passwordCheckRequestSchema } from '../../src/contract/accounts/passwordCheck.ts';
import type { UserEnv } from '../auth/user.env.ts';
import type { RateLimiter } from '../common/rateLimiter.ts';
import type { ControlDatabase } from '../database/database.ts';
import { readBody } from '../http/body.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { limitRate } from '../http/limitRate.ts';
import type { PasswordStrength } from './passwordStrength.ts';
import { createProfile, readPermissions, readProfile, type ProfileSettings } from './profiles.ts';

/** Reading the profile: `/profile`, behind a bearer token. */
export const profileRoutes = ({ db, settings }: { db: ControlDatabase; settings: ProfileSettings }) =>
  new Hono<UserEnv>()
    .get('/', async (c) => c.json(await readProfile(db, c.var.user.id, settings.disabledFeatures)))
    .get('/permissions', async (c) => c.json(await readPermissions(db, c.var.user.id)));

/** `POST /profile` creates the caller's profile; the specification sends it without `/platform` in every mode. */
export const profileCommandRoutes = ({ db, settings }: { db: ControlDatabase; settings: ProfileSettings }) =>
  new Hono<UserEnv>().post('/', async (c) => c.json(await createProfile(db, c.var.user, settings), 201));

export interface PasswordCheckOptions {
  settings: { passwordCheckRateLimit: number };
  strength: PasswordStrength;
  rateLimiter: RateLimiter;
}

/** `POST /profile/password-check`, public: at sign-up there is a password to check and no session yet. */
export const passwordCheckRoutes = ({ settings, strength, rateLimiter }: PasswordCheckOptions) =>
  new Hono<HttpEnv>().post(
    '/password-check',
    limitRate(rateLimiter, 'password-check', settings.passwordCheckRateLimit),
    async (c) => {
      const { password } = await readBody(c, passwordCheckRequestSchema);
      return c.json({ result: await strength.check(password) });
    },
  );
