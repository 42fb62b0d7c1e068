import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table basechart.support_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references basechart.profiles (gotrue_id) on delete cascade,
      email text not null,
      category text not null,
      subject text not null,
      message text not null,
      project_ref text,
      trace text,
      created_at timestamptz not null default now(),
      mail_due_at timestamptz,
      mail_attempts int not null default 0,
      mailed_at timestamptz,
      mail_error text
    )`.execute(db);
  await sql`create index support_requests_user on basechart.support_requests (user_id, created_at desc)`.execute(db);
  await sql`create index support_requests_due on basechart.support_requests (mail_due_at) where mail_due_at is not null`.execute(
    db,
  );
}
