import { sql } from 'kysely';
import { controlSchema, type ControlDatabase } from '../../database/database.ts';

/** The schemas of the extensions that the search uses; null for one that this Postgres does not have. */
export interface SearchExtensions {
  /** pgvector with HNSW indexes. Without it, vectors are compared in memory. */
  vector: string | null;
  /** pg_trgm. Without it, the search by words does not correct typos. */
  trigrams: string | null;
}

/** Creates an extension where the server allows it; it may also be there already, in any schema. */
async function openExtension(db: ControlDatabase, name: string): Promise<string | null> {
  await sql`create extension if not exists ${sql.id(name)} with schema ${sql.id(controlSchema)}`
    .execute(db)
    // Not installed, not permitted, or another server has created it just now.
    .catch(() => undefined);
  const { rows } = await sql<{ schema: string }>`
    select nspname as schema from pg_catalog.pg_extension join pg_catalog.pg_namespace n on n.oid = extnamespace
    where extname = ${name}`.execute(db);
  return rows[0]?.schema ?? null;
}

export async function openSearchExtensions(db: ControlDatabase): Promise<SearchExtensions> {
  const vector = await openExtension(db, 'vector');
  const trigrams = await openExtension(db, 'pg_trgm');
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from pg_catalog.pg_am where amname = 'hnsw') as has`.execute(db);
  return { vector: rows[0]?.has === true ? vector : null, trigrams };
}
