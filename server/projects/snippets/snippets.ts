import { sql, type Selectable } from 'kysely';
import { firstStatement, titledLength } from '../../../src/contract/sql/firstStatement.ts';
import { isUnnamed, untitledPattern } from '../../../src/contract/sql/queryTitle.ts';
import type { SaveSnippet } from '../../../src/contract/sql/saveSnippet.ts';
import type { Snippet, SnippetSummary } from '../../../src/contract/sql/snippet.ts';
import type { ControlDatabase } from '../../database/database.ts';
import type { SnippetsTable } from '../../database/tables/snippet.tables.ts';
import { ApiError } from '../../http/errors.ts';

/** The user and project of the snippets. */
export interface SnippetOwner {
  projectId: number;
  ownerId: string;
}

/** More would make the list unusable long before it affects the server. */
const snippetLimit = 2_000;
/** Limit in bytes for all texts of a user and project together. */
const snippetBytesMax = 20 * 1024 * 1024;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const snippetNotFound = () => new ApiError(404, 'snippet_not_found', 'This query does not exist.');
const conflict = () =>
  new ApiError(409, 'snippet_conflict', 'This query was changed in another tab or on another device.');

const summarise = ({
  id,
  name,
  version,
  updated_at: updatedAt,
  beginning,
}: Pick<Selectable<SnippetsTable>, 'id' | 'name' | 'version' | 'updated_at'> & {
  /** Of the text, where the query has no name. */
  beginning: string | null;
}): SnippetSummary => ({
  id,
  name,
  version,
  updated_at: updatedAt.toISOString(),
  statement: beginning === null ? null : firstStatement(beginning),
});

const describe = (row: Selectable<SnippetsTable>): Snippet => ({
  ...summarise({ ...row, beginning: isUnnamed(row.name) ? row.sql : null }),
  sql: row.sql,
});

const ownSnippets = (db: ControlDatabase, { projectId, ownerId }: SnippetOwner) =>
  db.selectFrom('snippets').where('project_id', '=', projectId).where('owner_id', '=', ownerId);

/** The caller's snippets without their text, the latest saved first. */
export async function listSnippets(db: ControlDatabase, owner: SnippetOwner): Promise<SnippetSummary[]> {
  const rows = await ownSnippets(db, owner)
    .select(['id', 'name', 'version', 'updated_at'])
    .select(
      sql<string | null>`case when name ~ ${untitledPattern} then left(sql, ${titledLength}::int) end`.as('beginning'),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(summarise);
}

export async function readSnippet(db: ControlDatabase, owner: SnippetOwner, id: string): Promise<Snippet> {
  const row = uuid.test(id)
    ? await ownSnippets(db, owner).selectAll().where('id', '=', id).executeTakeFirst()
    : undefined;
  if (row === undefined) throw snippetNotFound();
  return describe(row);
}

/**
 * Saves a snippet that is based on `base_version`; refused when another version is stored, so that no change is
 * overwritten unseen.
 */
export async function saveSnippet(
  db: ControlDatabase,
  owner: SnippetOwner,
  id: string,
  input: SaveSnippet,
): Promise<Snippet> {
  if (!uuid.test(id)) throw new ApiError(400, 'validation_failed', 'id: Invalid UUID');
  return await db.transaction().execute(async (tx) => {
    // Concurrent saves must not both use the same remaining space.
    await sql`select pg_advisory_xact_lock(${owner.projectId}, hashtext(${owner.ownerId}))`.execute(tx);
    await requireRoom(tx, owner, id, input);
    return await store(tx, owner, id, input);
  });
}

/** Refused with 403, because 409 means a conflicting save. */
async function requireRoom(
  tx: ControlDatabase,
  owner: SnippetOwner,
  id: string,
  { sql: text, base_version: baseVersion }: SaveSnippet,
): Promise<void> {
  const { count, bytes } = await ownSnippets(tx, owner)
    .where('id', '!=', id)
    .select((select) => [
      select.fn.countAll<string>().as('count'),
      sql<string>`coalesce(sum(octet_length(sql)), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow();
  if (baseVersion === 0 && Number(count) >= snippetLimit) {
    throw new ApiError(
      403,
      'snippet_limit_reached',
      `You can save at most ${snippetLimit} queries in a project. Delete one first.`,
    );
  }
  if (Number(bytes) + Buffer.byteLength(text) > snippetBytesMax) {
    throw new ApiError(
      403,
      'snippet_space_used',
      `Your queries in a project can take at most ${snippetBytesMax / 1024 / 1024} MB. Delete some, or shorten this one.`,
    );
  }
}

async function store(
  db: ControlDatabase,
  { projectId, ownerId }: SnippetOwner,
  id: string,
  { name, sql: text, base_version: baseVersion }: SaveSnippet,
): Promise<Snippet> {
  const updatedAt = new Date();
  if (baseVersion === 0) {
    const made = await db
      .insertInto('snippets')
      .values({ project_id: projectId, owner_id: ownerId, id, name, sql: text, version: 1, updated_at: updatedAt })
      .onConflict((target) => target.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (made === undefined) throw conflict();
    return describe(made);
  }
  const saved = await db
    .updateTable('snippets')
    .set((set) => ({ name, sql: text, updated_at: updatedAt, version: set('version', '+', 1) }))
    .where('project_id', '=', projectId)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('version', '=', baseVersion)
    .returningAll()
    .executeTakeFirst();
  if (saved) return describe(saved);
  await readSnippet(db, { projectId, ownerId }, id);
  throw conflict();
}

export async function deleteSnippet(
  db: ControlDatabase,
  { projectId, ownerId }: SnippetOwner,
  id: string,
): Promise<void> {
  const deleted = uuid.test(id)
    ? await db
        .deleteFrom('snippets')
        .where('project_id', '=', projectId)
        .where('owner_id', '=', ownerId)
        .where('id', '=', id)
        .returning('id')
        .executeTakeFirst()
    : undefined;
  if (deleted === undefined) throw snippetNotFound();
}
