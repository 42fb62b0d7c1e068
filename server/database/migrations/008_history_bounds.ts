import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table basechart.query_runs add column cut boolean not null default false`.execute(db);
  await sql`
    update basechart.query_runs set sql = left(sql, 10000), cut = cut or length(sql) > 10000, error = left(error, 1000)
    where length(sql) > 10000 or length(error) > 1000`.execute(db);
}
