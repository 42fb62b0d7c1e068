import { Hono, type Context } from 'hono';
import type { Client } from 'pg';
import * as v from 'valibot';
import { answerRequestSchema } from '../../../src/contract/assistant/answer.ts';
import { assistantLimits } from '../../../src/contract/assistant/assistantLimits.ts';
import type { AssistantStatus } from '../../../src/contract/assistant/assistantStatus.ts';
import { contextLevels, type ContextLevel } from '../../../src/contract/assistant/contextLevel.ts';
import { formatSqlSchema, inspectStatementSchema } from '../../../src/contract/assistant/statementEffect.ts';
import { toolInputSchemas, type ToolAnswer } from '../../../src/contract/assistant/tools.ts';
import type { DocsSearchResult } from '../../../src/contract/docs/docsSearch.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { RateLimiter } from '../../common/rateLimiter.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { SecretBox } from '../../database/secretBox.ts';
import { readBody } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import { jsonLines, sendLines } from '../../http/sendLines.ts';
import { requireProject, type ProjectAccess } from '../../platform/access.ts';
import { chooseEndpoint } from '../../platform/assistantEndpoints.ts';
import { assistantSettingDefinitions, type AssistantSettings } from '../../platform/assistantSettings.ts';
import { exposedSchemasOf } from '../advisors/advisors.routes.ts';
import type { LogWriter } from '../logs/logWriter.ts';
import { readLogs } from '../logs/readLogs.ts';
import { databaseBusy, leaseWithin } from '../queries/leaseWithin.ts';
import type { QueryTarget } from '../queries/query.routes.ts';
import { listRuns } from '../queries/queryRuns.ts';
import { refusal, streamAnswer } from './answer.ts';
import { createAnswerTurns } from './answerTurns.ts';
import { failures } from './failures.ts';
import { formatSql } from './formatSql.ts';
import { inspectStatement } from './inspectStatement.ts';
import { checkMessages } from './modelMessages.ts';
import { prepareAnswer } from './prepareAnswer.ts';
import { RefusedSql } from './readOnly.ts';
import { redactError } from './redact.ts';
import { runTool } from './runTool.ts';
import { isToolName, problemOfCall } from './toolDefinitions.ts';

export interface AssistantOptions {
  settings: AssistantSettings;
  rateLimiter: RateLimiter;
  searchGuides(query: string): Promise<readonly DocsSearchResult[]>;
}

interface AssistantRoutesOptions extends AssistantOptions {
  db: ControlDatabase;
  secretBox: SecretBox;
  logs: LogWriter;
  openTarget(project: ProjectAccess['project']): Promise<QueryTarget>;
}

const { assistantUrl, assistantModel, assistantKey, assistantContextTokens } = assistantSettingDefinitions;

const notConfigured = () =>
  new ApiError(409, 'assistant_not_configured', 'No model is set for the assistant of this project.');

const tooSlow = (cause: unknown) =>
  new ApiError(504, 'query_too_slow', 'The query took too long. Ask for less, or run it in the SQL editor.', { cause });

/** `/projects/{ref}/assistant`. Nothing of a conversation is kept here, and nothing runs without a request for it. */
export function assistantRoutes(options: AssistantRoutesOptions): Hono<UserEnv> {
  const { db, settings } = options;
  const turns = createAnswerTurns(options.rateLimiter, settings.rateLimit);
  const access = (c: Context<UserEnv>) => requireProject(db, c.var.user.id, c.req.param('ref') ?? '');

  /** Work on the project's database as its developer's role. */
  const withClient =
    (c: Context<UserEnv>, project: ProjectAccess['project'], refuse: (cause: unknown) => Error = tooSlow) =>
    async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
      const limit = AbortSignal.timeout(assistantLimits.statementTimeoutMs);
      const target = await options.openTarget(project);
      return await leaseWithin(target, c.req.raw.signal, { limit, refusal: refuse }, ({ client }) => work(client));
    };

  return new Hono<UserEnv>()
    .get('/:ref/assistant', async (c) => {
      const { project, organizationSlug, role } = await access(c);
      const endpoint = await chooseEndpoint(options, project.organization_id);
      return c.json({
        configured: endpoint !== null,
        model: endpoint?.model ?? null,
        host: endpoint && new URL(endpoint.url).host,
        contextTokens: endpoint?.contextTokens ?? null,
        configuredBy: endpoint?.configuredBy ?? null,
        organization: organizationSlug,
        canConfigure: role === 'owner',
        settings: [assistantUrl, assistantModel, assistantKey, assistantContextTokens].map(({ env }) => env),
      } satisfies AssistantStatus);
    })
    .post('/:ref/assistant/answer', async (c) => {
      const { project } = await access(c);
      const request = await readBody(c, answerRequestSchema);
      checkMessages(request.messages, request.context);
      const endpoint = await chooseEndpoint(options, project.organization_id);
      if (endpoint === null) throw notConfigured();
      const userId = c.var.user.id;
      await turns.take(userId);
      const { isTooLong, ...prepared } = await prepareAnswer(request, endpoint, withClient(c, project, databaseBusy));
      const left = new AbortController();
      const events = isTooLong
        ? refusal(prepared.begin, failures.contextTooLong)
        : streamAnswer({ ...prepared, endpoint, limits: settings, left: left.signal, log: c.var.log });
      return sendLines(c, jsonLines(turns.counted(userId, events)), left, (error) =>
        c.var.log.warn({ err: error }, 'failed to send an answer'),
      );
    })
    .post('/:ref/assistant/tools/:name', async (c) => {
      const { project } = await access(c);
      const name = c.req.param('name');
      const level = v.safeParse(v.picklist(contextLevels), c.req.query('context'));
      if (!level.success) throw new ApiError(400, 'validation_failed', 'context: Name what is shared with the model.');
      if (!isToolName(name)) throw new ApiError(404, 'tool_not_found', 'There is no such tool.');
      const input = await readBody(c, toolInputSchemas[name]);
      const problem = problemOfCall(name, input, level.output);
      if (problem !== null) throw new ApiError(403, 'context_not_allowed', problem);
      const answer = await runTool(name, input as never, {
        level: level.output,
        withClient: withClient(c, project),
        exposedSchemas: exposedSchemasOf(project),
        searchGuides: options.searchGuides,
        readHistory: () => listRuns(db, { userId: c.var.user.id, projectId: project.id }),
        readLogs: async ({ limit = 20, range = '24h', search = '', ...asked }) => {
          await options.logs.flush();
          return await readLogs(db, project.id, { ...asked, range, search }, { pageSize: limit });
        },
      }).then(
        (result): ToolAnswer => ({ type: 'result', result }),
        (error: unknown) => refusedAs(error, level.output),
      );
      return c.json(answer);
    })
    .post('/:ref/assistant/statement', async (c) => {
      const { project } = await access(c);
      return c.json(await inspectStatement(await readBody(c, inspectStatementSchema), withClient(c, project)));
    })
    .post('/:ref/assistant/format', async (c) => {
      await access(c);
      const { sql } = await readBody(c, formatSqlSchema);
      return c.json({ sql: await formatSql(sql, c.req.raw.signal) });
    });
}

/** An error of the SQL is an answer, which the model can learn from; others stay errors. */
function refusedAs(error: unknown, level: ContextLevel): ToolAnswer {
  if (!(error instanceof RefusedSql)) throw error;
  return { type: 'error', error: redactError(error.error, level) };
}
