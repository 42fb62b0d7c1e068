import { sql, type Kysely } from 'kysely';

/**
 * Weighs what a section itself is called more than the page that it is on. The description of a page belongs to its
 * beginning alone, or each of its sections would match with it. The index is written again from the files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`truncate basechart.docs_sections, basechart.docs_words, basechart.docs_index`.execute(db);
  await sql`alter table basechart.docs_sections drop column search`.execute(db);
  await sql`
    alter table basechart.docs_sections add column search tsvector not null generated always as (
      setweight(to_tsvector('pg_catalog.english', heading), 'A')
      || setweight(to_tsvector('pg_catalog.simple', heading), 'A')
      || setweight(to_tsvector('pg_catalog.english', title), 'B')
      || setweight(to_tsvector('pg_catalog.simple', title), 'B')
      || setweight(to_tsvector('pg_catalog.english', case slug when '' then description else '' end), 'C')
      || setweight(to_tsvector('pg_catalog.english', body), 'D')
      || setweight(to_tsvector('pg_catalog.simple', body), 'D')
    ) stored`.execute(db);
  await sql`create index docs_sections_search on basechart.docs_sections using gin (search)`.execute(db);
}
