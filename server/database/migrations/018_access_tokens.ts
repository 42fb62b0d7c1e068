import { sql, type Kysely } from 'kysely';

/** Tokens with which a user's programs call the platform API. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.access_tokens (
      id uuid primary key,
      user_id uuid not null references basechart.profiles (gotrue_id) on delete cascade,
      name text not null,
      token_hash text not null unique,
      hint text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index access_tokens_user on basechart.access_tokens (user_id, created_at desc)`.execute(db);
}
