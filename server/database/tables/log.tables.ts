import type { Generated } from 'kysely';
import type { LogLevel, LogSource } from '../../../src/contract/logs/logLine.ts';

/** Lines of projects' logs. */
export interface ProjectLogsTable {
  /** Postgres' bigint, as text. */
  id: Generated<string>;
  project_id: number;
  source: LogSource;
  level: LogLevel;
  at: Date;
  event_message: string;
  metadata: Record<string, unknown>;
}

/** How many lines were written in each minute and in each hour. */
export interface ProjectLogCountsTable {
  project_id: number;
  step: 'minute' | 'hour';
  at: Date;
  source: LogSource;
  level: LogLevel;
  lines: number;
}
