import { sql, type Kysely } from 'kysely';

/**
 * The guides as docs search finds them. Words are indexed by their stems, and as they are written for the beginnings of
 * words. The configurations are named in full, because the index must not depend on a session's settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.guide_sections (
      path text not null,
      slug text not null,
      position int not null,
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
      ) stored,
      primary key (path, slug)
    )`.execute(db);
  await sql`create index guide_sections_search on basechart.guide_sections using gin (search)`.execute(db);
  await sql`
    create table basechart.guide_words (
      word text primary key,
      trigrams text[] not null
    )`.execute(db);
  await sql`create index guide_words_trigrams on basechart.guide_words using gin (trigrams)`.execute(db);
  await sql`
    create table basechart.guide_index (
      id int primary key check (id = 1),
      hash text not null
    )`.execute(db);
}
