import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { DatabaseError, escapeIdentifier } from 'pg';
import type { ControlDatabase } from '../../database/database.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import { ApiError } from '../../http/errors.ts';
import type { HttpEnv } from '../../http/http.env.ts';
import type { ProjectAccess } from '../../platform/access.ts';
import { withBoundedAnswer } from '../engines/boundedAnswer.ts';
import type { WriteLog } from '../logs/logWriter.ts';
import { refusalLine } from '../logs/statementLines.ts';
import { engineFailure } from '../queries/projectTarget.ts';
import type { QueryTarget } from '../queries/query.routes.ts';
import { openSecrets } from '../secrets/projectSecrets.ts';
import { foreignKey, missingKey, verifyProjectToken, type ProjectClaims } from './projectToken.ts';
import { readStatement } from './readRequest.ts';

interface DataApiOptions {
  db: ControlDatabase;
  secretBox: SecretBox;
  openTarget(project: ProjectAccess['project']): Promise<QueryTarget>;
  /** Called for each request with a valid key. */
  countRequest(projectId: number): void;
  /** Gets what Postgres has refused. */
  writeLog: WriteLog;
}

/** The project of the caller's key, and the key's claims. */
interface DataApiEnv extends HttpEnv {
  Variables: HttpEnv['Variables'] & { project: ProjectAccess['project']; claims: ProjectClaims };
}

/** Time limit of a read. */
const timeLimitMs = 8_000;
/** Size limit of a response. */
const answerMaxBytes = 32 * 1024 * 1024;

/**
 * A project's own API below `/project/{ref}/api`, for programs that hold one of the project's keys: `GET
 * rest/v1/{relation}` reads tables and views of `public` as the key's role, so that grants and policies apply. It is
 * read-only.
 */
export function dataApiRoutes({ db, secretBox, openTarget, countRequest, writeLog }: DataApiOptions): Hono<HttpEnv> {
  const requireKey = createMiddleware<DataApiEnv>(async (c, next) => {
    const key = c.req.header('apikey') ?? '';
    const authorization = c.req.header('Authorization');
    const token = authorization === undefined ? key : (/^bearer (\S+)$/i.exec(authorization)?.[1] ?? '');
    const row = await db
      .selectFrom('projects')
      .innerJoin('project_secrets', 'project_secrets.project_id', 'projects.id')
      .selectAll('projects')
      .select('project_secrets.jwt_secret')
      .where('projects.ref', '=', c.req.param('ref') ?? '')
      .executeTakeFirst();
    // Same as for a wrong key: callers without a key cannot learn which projects exist.
    if (row === undefined || row.status === 'REMOVED' || row.status === 'GOING_DOWN')
      throw key === '' ? missingKey() : foreignKey();
    c.set('logged', { ref: row.ref, isKeyless: true });
    if (key === '') throw missingKey();
    const { jwt_secret: sealed, ...project } = row;
    const { jwt_secret: secret } = await openSecrets(secretBox, project.ref, { jwt_secret: sealed });
    const [, claims] = await Promise.all([verifyProjectToken(key, secret), verifyProjectToken(token, secret)]);
    c.set('logged', { ref: row.ref, isKeyless: false });
    if (!project.data_api) throw new ApiError(404, 'data_api_disabled', 'The Data API is disabled for this project.');
    countRequest(project.id);
    c.set('project', project);
    c.set('claims', claims);
    await next();
  });

  return (
    new Hono<HttpEnv>()
      .use(
        '*',
        cors({
          origin: '*',
          allowMethods: ['GET', 'HEAD'],
          allowHeaders: ['Authorization', 'apikey', 'Content-Type', 'X-Request-Id'],
          exposeHeaders: ['X-Request-Id'],
          maxAge: 600,
        }),
      )
      // Without a key, so it is the same for every ref.
      .get('/', (c) =>
        c.json({
          name: 'Basechart Data API',
          usage: 'GET rest/v1/{table} reads a table or a view of the public schema.',
          authentication: 'Send an API key of the project in the header "apikey".',
        }),
      )
      .get('/rest/v1/:relation', requireKey, async (c) => {
        const { claims, project } = c.var;
        const statement = readStatement(c.req.param('relation'), new URL(c.req.url).searchParams);
        const { lease, user } = await openTarget(project);
        const rows = await lease(
          async (session) => {
            const { client } = session;
            const timer = setTimeout(() => void session.cancel().catch(() => undefined), timeLimitMs);
            try {
              await client.query(`begin read only; set local role ${escapeIdentifier(claims.role)}`);
              await client.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)]);
              const {
                rows: [found],
              } = await withBoundedAnswer(client, answerMaxBytes, () =>
                client.query<{ rows: string }>(statement.text, [...statement.values]),
              );
              await client.query('commit');
              return found?.rows ?? '[]';
            } finally {
              clearTimeout(timer);
            }
          },
          { user, signal: c.req.raw.signal },
        ).catch((error: unknown) => {
          if (error instanceof DatabaseError)
            writeLog(project.ref, refusalLine({ ref: project.ref, user: claims.role }, error));
          throw asRefusal(error, claims.role);
        });
        c.header('Cache-Control', 'no-store');
        return c.body(rows, 200, { 'Content-Type': 'application/json' });
      })
      .all('/rest/v1/:relation', requireKey, (c) => {
        c.header('Allow', 'GET, HEAD');
        throw new ApiError(
          405,
          'method_not_allowed',
          'The Data API is read-only. Use the SQL editor or a direct connection to write.',
        );
      })
      .all('*', (c) => c.notFound())
  );
}

/** SQLSTATE classes of connections, resources, operators, the system and the program itself. */
const notTheCallers = /^(?:08|53|57|58|F0|XX)/;

/** Postgres' own message, because it describes the caller's request. */
function asRefusal(error: unknown, role: string): unknown {
  if (!(error instanceof DatabaseError)) return engineFailure(error);
  const { code = 'XX000', message } = error;
  if (code === '42501') return new ApiError(role === 'anon' ? 401 : 403, code, message, { cause: error });
  if (code === '42P01') return new ApiError(404, code, message, { cause: error });
  if (code === '57014')
    return new ApiError(504, code, `The request timed out after ${timeLimitMs / 1000} s.`, {
      cause: error,
    });
  if (code === '53200')
    return new ApiError(
      413,
      code,
      'The database has too little memory for this answer. Select fewer rows or columns.',
      {
        cause: error,
      },
    );
  return notTheCallers.test(code) ? error : new ApiError(400, code, message, { cause: error });
}
