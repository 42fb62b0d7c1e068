import type { Context } from 'hono';
import { importRequestSchema, type ImportEvent } from '../../../src/contract/tables/importRows.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';
import type { UserEnv } from '../../auth/user.env.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { parseRequest } from '../../http/body.ts';
import { requireProject } from '../../platform/access.ts';
import type { Session } from '../engines/engine.ts';
import { noteCommit } from './commits.ts';
import { answerEvents } from './eventStream.ts';
import { recordsOf, type ImportFiles } from './importFile.ts';
import { importRows } from './importRows.ts';
import { addTable } from './shape.ts';
import { beginAs } from './viewAs.ts';

interface ImportOptions {
  db: ControlDatabase;
  importFiles: ImportFiles;
  /** Runs on a session of the project's database, as the developer. */
  work(use: (session: Session) => Promise<void>): Promise<void>;
  /** The table, which has to exist. */
  tableOf(session: Session, id: number): Promise<TableDetail>;
}

/** Receives the file of an import, then writes its rows in one transaction and answers with how far it is. */
export async function answerImport(
  c: Context<UserEnv>,
  { db, importFiles, work, tableOf }: ImportOptions,
): Promise<Response> {
  const { project } = await requireProject(db, c.var.user.id, c.req.param('ref') ?? '');
  const upload = await importFiles.receive(c.req.raw.body, c.var.user.id);
  try {
    const request = parseRequest(upload.head, importRequestSchema);
    const { target, commit } = request;
    return await answerEvents<ImportEvent>(c, 'The import was interrupted.', (begin) =>
      work(async (session) => {
        const { client } = session;
        await beginAs(client, null, 'read write');
        const id = target.by === 'table' ? target.id : (await addTable(client, target.table)).id;
        const table = await tableOf(session, id);
        const file = upload.open();
        let bytes = 0;
        const records = recordsOf(file, request, (seen) => {
          bytes = seen;
        });
        await importRows({
          client,
          table,
          request,
          records,
          bytes: () => bytes,
          begun: begin,
          async beforeCommit(rows) {
            if (commit !== undefined)
              await noteCommit(db, { projectId: project.id, userId: c.var.user.id, commit }, client, rows);
          },
        }).finally(() => file.destroy());
      }).finally(() => upload.discard()),
    );
  } catch (error) {
    await upload.discard();
    throw error;
  }
}
