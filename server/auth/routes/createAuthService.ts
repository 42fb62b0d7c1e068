import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { timeout } from 'hono/timeout';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import type { Fetch } from '../../common/outerFetch.ts';
import type { RateLimiter } from '../../common/rateLimiter.ts';
import { migrateSchema } from '../../database/migrate.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import { defaultBodyLimit, limitBody } from '../../http/limitBody.ts';
import { noStore } from '../../http/noStore.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { deleteUser } from '../adminUsers.ts';
import { listEvents, recordEvent, type AuditEntry, type AuditPage, type AuthEvent } from '../audit.ts';
import { AuthError } from '../auth.errors.ts';
import { answerAuthError, type AuthEnv } from '../auth.http.ts';
import { authMigrations } from '../auth.migrations.ts';
import type { AuthTables } from '../auth.tables.ts';
import type { AuthContext } from '../authContext.ts';
import { createAuthenticate, findActiveUser, type Authenticate, type AuthenticatedUser } from '../authenticate.ts';
import type { ClientInfo } from '../clientInfo.ts';
import { createExternalProviders } from '../externalProviders.ts';
import { createHook, type HookMail, type HookSms } from '../hook.ts';
import { purgeEnded, type PurgeCounts } from '../purge.ts';
import { createRecentProofs, type RecentProofs } from '../recentProof.ts';
import { createSessionList, type SessionList } from '../sessionList.ts';
import type { AuthSettings } from '../settings.ts';
import { openSigningKeys } from '../signingKeys.ts';
import { isSignupOpen } from '../signup.ts';
import { createSmsSender, type ShowSms } from '../smsSender.ts';
import { hasUsers } from '../users.ts';
import { adminRoutes } from './admin.routes.ts';
import { externalRoutes } from './external.routes.ts';
import { factorRoutes } from './factor.routes.ts';
import { mailRoutes } from './mail.routes.ts';
import { publicRoutes } from './public.routes.ts';
import { signupRoutes } from './signup.routes.ts';
import { ssoRoutes } from './sso.routes.ts';
import { tokenRoutes } from './token.routes.ts';
import { userRoutes } from './user.routes.ts';
import { verifyRoutes } from './verify.routes.ts';

interface AuthServiceOptions {
  pool: PostgresPool;
  /** Its own schema in that database; created and migrated here. */
  schema: string;
  settings: AuthSettings;
  /** Encrypts the key that signs tokens, and hashes codes. */
  secretBox: SecretBox;
  rateLimiter: RateLimiter;
  mailer: Mailer;
  /** Shows SMS where nothing sends them. */
  showSms?: ShowSms | null;
  /** For the hooks and the providers that the settings name. */
  fetch?: Fetch;
  version: string;
  /** False where the clients are not ours: the reference service asks for no recent proof, and mails no changes. */
  guardsAccounts?: boolean;
  now?: () => Date;
}

/** Users and their sessions: one service for the dashboard, and one for each project. */
export interface AuthService {
  routes: Hono<AuthEnv>;
  authenticate: Authenticate;
  /** Sessions of a user, for that user's own pages. */
  sessions: SessionList;
  /** What happened to a user's account, newest first. */
  listEvents(userId: string, page?: AuditPage): Promise<AuditEntry[]>;
  /** Adds an event that happened elsewhere to the user's log. */
  record(event: AuthEvent): Promise<void>;
  /** Proofs that the user of a session is still who signed in. */
  proofs: RecentProofs;
  /** A user without a session, by the id that another credential names; null if deleted or banned. */
  findActiveUser(userId: string): Promise<AuthenticatedUser | null>;
  /** Deletes a user at their own request: all sessions end at once. */
  deleteUser(userId: string, client: ClientInfo): Promise<void>;
  isSignupOpen(): Promise<boolean>;
  hasUsers(): Promise<boolean>;
  /** Lets the next key sign tokens when it is due; to be called periodically. */
  rotateKeys(): Promise<void>;
  /** Deletes expired rows; to be called periodically. */
  purge(): Promise<PurgeCounts>;
}

export async function createAuthService({
  pool,
  schema,
  settings,
  secretBox,
  rateLimiter,
  mailer,
  showSms = null,
  fetch = (address, init) => globalThis.fetch(address, init),
  version,
  guardsAccounts = true,
  now = () => new Date(),
}: AuthServiceOptions): Promise<AuthService> {
  const db = new Kysely<AuthTables>({ dialect: new PostgresDialect({ pool }) }).withSchema(schema);
  await migrateSchema(db, schema, authMigrations(schema));
  const keys = await openSigningKeys(db, secretBox, settings, now);
  const context: AuthContext = {
    db,
    settings,
    rateLimiter,
    mailer,
    sendEmailHook:
      settings.sendEmailHook === null
        ? null
        : createHook<HookMail>(settings.sendEmailHook, { what: 'emails', fetch, now }),
    smsSender: createSmsSender({
      template: settings.smsTemplate,
      hook:
        settings.sendSmsHook === null ? null : createHook<HookSms>(settings.sendSmsHook, { what: 'SMS', fetch, now }),
      twilio: settings.twilio,
      show: showSms,
      fetch,
    }),
    secretBox,
    keys,
    externalProviders: createExternalProviders(settings.providers, fetch),
    guardsAccounts,
    now,
  };

  const routes = new Hono<AuthEnv>();
  routes.onError(answerAuthError);
  routes.use(
    cors({
      origin: '*',
      allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      allowHeaders: [
        'Authorization',
        'Content-Type',
        'apikey',
        'X-Client-Info',
        'X-Supabase-Api-Version',
        'X-Use-Cookie',
        'X-JWT-AUD',
        'X-Request-Id',
      ],
      exposeHeaders: [
        'X-Total-Count',
        'Link',
        'X-Supabase-Api-Version',
        'x-sb-error-code',
        'X-Request-Id',
        'Retry-After',
      ],
      maxAge: 600,
    }),
    noStore,
    timeout(
      settings.requestTimeLimit * 1000,
      () => new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.'),
    ),
    limitBody(
      defaultBodyLimit,
      (maxSize) => new AuthError(413, 'request_entity_too_large', `Request body is larger than ${maxSize} bytes`),
    ),
  );
  routes.route('/', publicRoutes(context, version));
  routes.route('/', signupRoutes(context));
  routes.route('/', tokenRoutes(context));
  routes.route('/', userRoutes(context));
  routes.route('/', factorRoutes(context));
  routes.route('/', mailRoutes(context));
  routes.route('/', verifyRoutes(context));
  routes.route('/', adminRoutes(context));
  routes.route('/', externalRoutes(context));
  routes.route('/', ssoRoutes(context));
  routes.all('*', () => {
    throw new AuthError(404, 'not_found', 'There is no such endpoint');
  });

  return {
    routes,
    authenticate: createAuthenticate(context),
    sessions: createSessionList(context),
    listEvents: (userId, page) => listEvents(db, userId, page),
    record: (event) => recordEvent(db, event, now()),
    proofs: createRecentProofs(context),
    findActiveUser: (userId) => findActiveUser(context, userId),
    deleteUser: (userId, client) => deleteUser(context, userId, { isSoft: false, by: 'user', client }),
    isSignupOpen: () => isSignupOpen(context),
    hasUsers: () => hasUsers(context.db),
    rotateKeys: () => keys.rotate(now()),
    purge: () => purgeEnded(context),
  };
}
