import { sql } from 'kysely';
import type { SupportReceipt, SupportRequest } from '../../../src/contract/support/support.ts';
import type { AuthenticatedUser } from '../../auth/authenticate.ts';
import type { ControlDatabase } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { requireProject } from '../access.ts';

/** Limit per user: a legitimate user sends only a few, and more would fill the database. */
const dailyLimit = 20;
/** A user's oldest requests are deleted for new ones. */
const keptPerUser = 100;

/** Stores a request, to be mailed if there is an address. */
export async function fileSupportRequest(
  db: ControlDatabase,
  user: AuthenticatedUser,
  request: SupportRequest,
  { isMailed }: { isMailed: boolean },
): Promise<SupportReceipt> {
  const { category, subject, message, project_ref: ref, trace } = request;
  if (ref !== undefined) await requireProject(db, user.id, ref);
  return await db.transaction().execute(async (tx) => {
    // Serialized, so that concurrent requests are counted too.
    const profile = await tx
      .selectFrom('profiles')
      .select('primary_email')
      .where('gotrue_id', '=', user.id)
      .forUpdate()
      .executeTakeFirst();
    if (profile === undefined) throw new ApiError(404, 'profile_not_found', 'Profile not found');
    const { count } = await tx
      .selectFrom('support_requests')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('user_id', '=', user.id)
      .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
      .executeTakeFirstOrThrow();
    if (Number(count) >= dailyLimit)
      throw new ApiError(
        429,
        'support_limit_reached',
        `You have sent ${dailyLimit} requests in the last 24 hours, which is the limit. Try again tomorrow.`,
      );
    const { id } = await tx
      .insertInto('support_requests')
      .values({
        user_id: user.id,
        email: profile.primary_email,
        category,
        subject,
        message,
        project_ref: ref ?? null,
        trace: trace ?? null,
        mail_due_at: isMailed ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .deleteFrom('support_requests')
      .where('user_id', '=', user.id)
      .where('mail_due_at', 'is', null)
      .where('id', 'in', (select) =>
        select
          .selectFrom('support_requests')
          .select('id')
          .where('user_id', '=', user.id)
          .orderBy('created_at', 'desc')
          .offset(keptPerUser),
      )
      .execute();
    return { id, delivery: isMailed ? 'mailed' : 'kept' };
  });
}
