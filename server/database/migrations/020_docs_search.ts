import { sql, type Kysely } from 'kysely';

/**
 * The docs as the search finds them: besides the guides also the API reference, integrations and discussions. What the
 * earlier tables held is computed again from the files.
 *
 * Words are indexed by their stems, and as they are written for the beginnings of words. The configurations are named
 * in full, because the index must not depend on a session's settings. Vectors are 32-bit floats.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop table basechart.guide_sections, basechart.guide_words, basechart.guide_index, basechart.guide_vectors`.execute(
    db,
  );
  await sql`
    create table basechart.docs_sections (
      id int primary key,
      type text not null,
      path text not null,
      slug text not null,
      title text not null,
      subtitle text not null,
      description text not null,
      heading text not null,
      body text not null,
      search tsvector not null generated always as (
        setweight(to_tsvector('pg_catalog.english', title || ' ' || heading), 'A')
        || setweight(to_tsvector('pg_catalog.simple', title || ' ' || heading), 'A')
        || setweight(to_tsvector('pg_catalog.english', description), 'B')
        || setweight(to_tsvector('pg_catalog.english', body), 'C')
        || setweight(to_tsvector('pg_catalog.simple', body), 'C')
      ) stored
    )`.execute(db);
  await sql`create index docs_sections_search on basechart.docs_sections using gin (search)`.execute(db);
  await sql`
    create table basechart.docs_words (
      word text collate "C" primary key,
      sections int not null
    )`.execute(db);
  await sql`
    create table basechart.docs_index (
      id int primary key check (id = 1),
      hash text not null
    )`.execute(db);
  await sql`
    create table basechart.docs_spaces (
      hash text primary key,
      terms text[] not null,
      weights bytea not null,
      term_vectors bytea not null,
      section_vectors bytea not null
    )`.execute(db);
  await sql`
    create table basechart.docs_embeddings (
      hash text primary key,
      embedding bytea not null
    )`.execute(db);
  await sql`
    create table basechart.docs_discussions (
      url text primary key,
      title text not null,
      body text not null,
      position int not null
    )`.execute(db);
}
