import { sql } from 'kysely';
import { controlSchema } from '../../database/database.ts';

/** Lines, and how many of them each minute and hour has, for statements that the query builder cannot write. */
export const linesTable = sql.table(`${controlSchema}.project_logs`);
export const countsTable = sql.table(`${controlSchema}.project_log_counts`);
