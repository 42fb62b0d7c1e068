import type { ColumnType, GeneratedAlways } from 'kysely';
import type { SupportCategory } from '../../../src/contract/support/supportDraft.ts';

export interface SupportRequestsTable {
  id: GeneratedAlways<string>;
  user_id: string;
  /** Reply address, as it was when the request was made. */
  email: string;
  category: SupportCategory;
  subject: string;
  message: string;
  project_ref: string | null;
  /** JSON text. */
  trace: string | null;
  created_at: ColumnType<Date, never, never>;
  /** When it is to be mailed next; null if it never is, or has been. */
  mail_due_at: ColumnType<Date | null, Date | null, Date | null>;
  mail_attempts: ColumnType<number, never, number>;
  mailed_at: ColumnType<Date | null, never, Date | null>;
  /** Why the last attempt failed. */
  mail_error: ColumnType<string | null, never, string | null>;
}
