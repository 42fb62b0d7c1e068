import { Hono, type Context } from 'hono';
import { DatabaseError, type Client } from 'pg';
import * as v from 'valibot';
import { commitChangesSchema } from '../../../src/contract/tables/changes.ts';
import { exportRequestSchema, type ExportEvent } from '../../../src/contract/tables/exportRows.ts';
import { newTableSchema } from '../../../src/contract/tables/newTable.ts';
import { countRowsSchema, readRowsSchema, readValueSchema } from '../../../src/contract/tables/rows.ts';
import { changeShapeSchema, duplicateSchema, truncateSchema } from '../../../src/contract/tables/shape.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { readBody } from '../../http/body.ts';
import { ApiError } from '../../http/errors.ts';
import { requireProject, type ProjectAccess } from '../../platform/access.ts';
import { withBoundedMessages } from '../engines/boundedAnswer.ts';
import type { Session } from '../engines/engine.ts';
import { databaseBusy, leaseWithin } from '../queries/leaseWithin.ts';
import type { QueryTarget } from '../queries/query.routes.ts';
import { changeShape, duplicateTable, readShape, truncateTable } from './alterTable.ts';
import { answerImport } from './answerImport.ts';
import { commitChanges } from './changes.ts';
import { noteCommit, settleCommit } from './commits.ts';
import { answerEvents } from './eventStream.ts';
import { exportRows } from './exportRows.ts';
import type { ImportFiles } from './importFile.ts';
import type { PagedTable } from './readStatement.ts';
import { countRows, readPage, readValue } from './rows.ts';
import { createTable, dropTable, readDependants } from './shape.ts';
import { readShapeSuggestions } from './shapeSuggestions.ts';
import { readTable, readTables } from './tables.ts';

interface TableRoutesOptions {
  db: ControlDatabase;
  openTarget(project: ProjectAccess['project']): Promise<QueryTarget>;
  importFiles: ImportFiles;
}

/** In milliseconds. Changes get longer, because what triggers do counts too. */
const timeLimits = {
  catalog: 5_000,
  rows: 15_000,
  count: 30_000,
  changes: 60_000,
  export: 600_000,
  import: 1_800_000,
} as const;
type Work = keyof typeof timeLimits;

const refusals: Readonly<Record<Work, (cause: unknown) => Error>> = {
  catalog: databaseBusy,
  rows: (cause) =>
    new ApiError(504, 'rows_too_slow', 'Reading the rows took too long. Filter or sort by columns with an index.', {
      cause,
    }),
  count: (cause) => new ApiError(504, 'count_too_slow', 'Counting the rows took too long.', { cause }),
  export: (cause) =>
    new ApiError(504, 'rows_too_slow', 'Reading the rows took too long. Export fewer of them.', { cause }),
  import: (cause) =>
    new ApiError(504, 'import_too_slow', 'The import took too long, so nothing was imported. Import fewer rows.', {
      cause,
    }),
  changes: (cause) =>
    new ApiError(504, 'changes_too_slow', 'The changes took too long, so none of them was made.', { cause }),
};

/** Of a message of Postgres: a row with long values, or what a trigger says. */
const messageLimits = { dataBytes: 128 * 1024 * 1024, otherBytes: 4 * 1024 * 1024 };

const tableNotFound = () => new ApiError(404, 'table_not_found', 'This table does not exist.');

/** Errors of the connection, the resources or the system, and of the program itself. */
const notTheCallers = /^(?:08|53|57|58|F0|XX)/;

/** Postgres's own message, because it is about the caller's filter, order or key. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof DatabaseError) || notTheCallers.test(error.code ?? 'XX')) return error;
  const { code = 'XX000', message, hint } = error;
  return new ApiError(400, code, message, { cause: error, ...(hint && { description: hint }) });
}

function requireNoNul(...names: readonly string[]): void {
  if (names.some((name) => name.includes('\0')))
    throw new ApiError(400, 'validation_failed', 'Names cannot contain the NUL character.');
}

/** What clients learn of a table: the rest is for reading its pages. */
const describedAs = ({ hasVersions: _versions, nondeterministic: _collated, ...table }: PagedTable): TableDetail =>
  table;

async function tableOf(session: Session, id: number): Promise<PagedTable> {
  const table = await readTable(session, id);
  if (table === null) throw tableNotFound();
  return table;
}

/** `/projects/{ref}/tables`: the tables of a project's database and their rows, for the table editor. */
export function tableRoutes({ db, openTarget, importFiles }: TableRoutesOptions): Hono<UserEnv> {
  async function work<Result>(
    c: Context<UserEnv>,
    kind: Work,
    use: (session: Session, project: ProjectAccess['project'], limit: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { project } = await requireProject(db, c.var.user.id, c.req.param('ref') ?? '');
    const time = { limit: AbortSignal.timeout(timeLimits[kind]), refusal: refusals[kind] };
    return await leaseWithin(await openTarget(project), c.req.raw.signal, time, (session) =>
      withBoundedMessages(session.client, messageLimits, () => use(session, project, time.limit)),
    ).catch((error: unknown) => {
      throw asRefusal(error);
    });
  }

  /** Work on the table of the path, as it is now. */
  const withTable = <Result>(
    c: Context<UserEnv>,
    kind: Work,
    use: (session: Session, table: PagedTable, project: ProjectAccess['project']) => Promise<Result>,
  ): Promise<Result> =>
    work(c, kind, async (session, project) => {
      const id = c.req.param('id') ?? '';
      const isOid = /^\d{1,10}$/.test(id) && Number(id) < 2 ** 32;
      return await use(session, await tableOf(session, isOid ? Number(id) : 0), project);
    });

  return new Hono<UserEnv>()
    .get('/:ref/tables', async (c) => {
      const { schema = 'public', search = '', after = null, sizes } = c.req.query();
      requireNoNul(schema, search, after ?? '');
      return c.json(
        await work(c, 'catalog', (session) =>
          readTables(session, { schema, search, after, withSizes: sizes === 'true' }),
        ),
      );
    })
    .get('/:ref/tables/suggestions', async (c) => {
      const { search = '' } = c.req.query();
      requireNoNul(search);
      return c.json(await work(c, 'catalog', (session) => readShapeSuggestions(session, search)));
    })
    .post('/:ref/tables', async (c) => {
      const table = await readBody(c, newTableSchema);
      return c.json(await work(c, 'changes', ({ client }) => createTable(client, table)), 201);
    })
    .delete('/:ref/tables/:id', async (c) => {
      await withTable(c, 'changes', ({ client }, table) => dropTable(client, table));
      return c.body(null, 204);
    })
    .get('/:ref/tables/:id', async (c) =>
      c.json(await withTable(c, 'catalog', async (_, table) => await Promise.resolve(describedAs(table)))),
    )
    .get('/:ref/tables/:id/dependants', async (c) =>
      c.json(await withTable(c, 'catalog', ({ client }, table) => readDependants(client, table))),
    )
    .get('/:ref/tables/:id/shape', async (c) =>
      c.json(await withTable(c, 'catalog', ({ client }, table) => readShape(client, table))),
    )
    .put('/:ref/tables/:id/shape', async (c) => {
      const change = await readBody(c, changeShapeSchema);
      return c.json(await withTable(c, 'changes', ({ client }, table) => changeShape(client, table, change)));
    })
    .post('/:ref/tables/:id/truncate', async (c) => {
      const { restartIdentity } = await readBody(c, truncateSchema);
      await withTable(c, 'changes', ({ client }, table) => truncateTable(client, table, restartIdentity));
      return c.body(null, 204);
    })
    .post('/:ref/tables/:id/duplicate', async (c) => {
      const wanted = await readBody(c, duplicateSchema);
      return c.json(await withTable(c, 'changes', ({ client }, table) => duplicateTable(client, table, wanted)), 201);
    })
    .post('/:ref/tables/:id/rows', async (c) => {
      const request = await readBody(c, readRowsSchema);
      return c.json(await withTable(c, 'rows', ({ client }, table) => readPage(client, table, request)));
    })
    .post('/:ref/tables/:id/count', async (c) => {
      const request = await readBody(c, countRowsSchema);
      return c.json({ count: await withTable(c, 'count', ({ client }, table) => countRows(client, table, request)) });
    })
    .post('/:ref/tables/:id/export', async (c) => {
      const request = await readBody(c, exportRequestSchema);
      return await answerEvents<ExportEvent>(c, 'The export was interrupted.', (begin) =>
        withTable(c, 'export', ({ client }, table) => exportRows(client, table, request, begin)),
      );
    })
    .post('/:ref/tables/import', (c) =>
      answerImport(c, { db, importFiles, work: (use) => work(c, 'import', use), tableOf }),
    )
    .post('/:ref/tables/:id/value', async (c) => {
      const request = await readBody(c, readValueSchema);
      return c.json(await withTable(c, 'rows', ({ client }, table) => readValue(client, table, request)));
    })
    .post('/:ref/tables/:id/changes', async (c) => {
      const request = await readBody(c, commitChangesSchema);
      const { changes, commit } = request;
      const noted = async (client: Client, projectId: number): Promise<void> => {
        if (commit !== undefined)
          await noteCommit(db, { projectId, userId: c.var.user.id, commit }, client, changes.length);
      };
      return c.json(
        await withTable(c, 'changes', ({ client }, table, project) =>
          commitChanges(client, table, request, () => noted(client, project.id)),
        ),
      );
    })
    .post('/:ref/tables/commits/:commit/settle', async (c) => {
      const { project } = await requireProject(db, c.var.user.id, c.req.param('ref'));
      const { success, output: commit } = v.safeParse(v.pipe(v.string(), v.uuid()), c.req.param('commit'));
      if (!success) throw new ApiError(400, 'validation_failed', 'commit: Invalid UUID');
      const place = { projectId: project.id, userId: c.var.user.id, commit };
      return c.json(
        await settleCommit(db, place, (use) => work(c, 'catalog', ({ client }, _, limit) => use(client, limit))),
      );
    });
}
