import { Hono } from 'hono';
import type { AccountEvent } from '../../src/contract/accounts/accountEvent.ts';
import type { AccountSession } from '../../src/contract/accounts/accountSession.ts';
import { passwordCheckRequestSchema } from '../../src/contract/accounts/passwordCheck.ts';
import { profileNamesSchema } from '../../src/contract/accounts/profileNames.ts';
import { isUuid } from '../auth/authenticate.ts';
import type { AuthService } from '../auth/routes/createAuthService.ts';
import type { SessionList } from '../auth/sessionList.ts';
import type { UserEnv } from '../auth/user.env.ts';
import type { RateLimiter } from '../common/rateLimiter.ts';
import type { ControlDatabase } from '../database/database.ts';
import { readBody } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import type { HttpEnv } from '../http/http.env.ts';
import { limitRate } from '../http/limitRate.ts';
import { clientOf } from './account.routes.ts';
import type { PasswordStrength } from './passwordStrength.ts';
import { createProfile, readPermissions, readProfile, renameProfile, type ProfileSettings } from './profiles.ts';

const sessionNotFound = () => new ApiError(404, 'session_not_found', 'This session does not exist');

/** The sessions of the caller: `/profile/sessions`. */
export const accountSessionRoutes = (sessions: SessionList) =>
  new Hono<UserEnv>()
    .get('/', async (c) => {
      const { id: userId, sessionId } = c.var.user;
      const rows = await sessions.list(userId);
      return c.json(
        rows.map(({ id, userAgent, ip, createdAt, lastSeenAt }): AccountSession => ({
          id,
          current: id === sessionId,
          user_agent: userAgent,
          ip,
          created_at: createdAt.toISOString(),
          last_seen_at: lastSeenAt.toISOString(),
        })),
      );
    })
    .delete('/', async (c) => {
      await sessions.endOthers(c.var.user.id, c.var.user.sessionId, clientOf(c));
      return c.body(null, 204);
    })
    .delete('/:id', async (c) => {
      const id = c.req.param('id');
      if (!isUuid(id) || !(await sessions.end(c.var.user.id, id, clientOf(c)))) throw sessionNotFound();
      return c.body(null, 204);
    });

/** What happened to the caller's account, newest first: `/profile/audit`. */
export const accountEventRoutes = ({ listEvents }: Pick<AuthService, 'listEvents'>) =>
  new Hono<UserEnv>().get('/', async (c) => {
    const events = await listEvents(c.var.user.id);
    return c.json(
      events.map(({ id, action, ip, userAgent, createdAt }): AccountEvent => ({
        id,
        action,
        ip,
        user_agent: userAgent,
        created_at: createdAt.toISOString(),
      })),
    );
  });

/** The profile and its names: `/profile`, behind a bearer token. */
export const profileRoutes = ({ db, settings }: { db: ControlDatabase; settings: ProfileSettings }) =>
  new Hono<UserEnv>()
    .get('/', async (c) => c.json(await readProfile(db, c.var.user, settings.disabledFeatures)))
    .patch('/', async (c) => {
      const names = await readBody(c, profileNamesSchema);
      return c.json(await renameProfile(db, c.var.user.id, names, settings.disabledFeatures));
    })
    .get('/permissions', async (c) => c.json(await readPermissions(db, c.var.user.id)));

/** `POST /profile` creates the caller's profile; the specification sends it without `/platform` in every mode. */
export const profileCommandRoutes = ({ db, settings }: { db: ControlDatabase; settings: ProfileSettings }) =>
  new Hono<UserEnv>().post('/', async (c) => c.json(await createProfile(db, c.var.user, settings), 201));

interface PasswordCheckOptions {
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
