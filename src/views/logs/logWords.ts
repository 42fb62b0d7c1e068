import { logRanges, type LogLevel, type LogLine, type LogRange, type LogSource } from '../../contract/logs/logLine.ts';
import type { BadgeTone } from '../ui/Badge.tsx';

export const sourceLabels: Readonly<Record<LogSource, string>> = {
  edge_logs: 'API Edge',
  auth_logs: 'Auth',
  postgres_logs: 'Postgres',
};

export const levelLabels: Readonly<Record<LogLevel, string>> = { info: 'Info', warning: 'Warning', error: 'Error' };

export const levelTones: Readonly<Record<LogLevel, BadgeTone>> = {
  info: 'neutral',
  warning: 'warning',
  error: 'danger',
};

export const rangeLabels: Readonly<Record<LogRange, string>> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

/** Into which range a point of the chart opens; null where nothing is finer. */
export const finerRange = (range: LogRange): LogRange | null => {
  switch (logRanges[range].step) {
    case 'minute':
      return null;
    case 'hour':
      return '1h';
    case 'day':
      return '24h';
  }
};

/** A line as JSON, as it is copied and as a model gets it. */
export const lineAsJson = (line: LogLine): string => JSON.stringify(line, null, 2);

/** What fields are called, by their path. Others have names that need no translation, as `request.method`. */
export const fieldLabels: Readonly<Record<string, string | undefined>> = {
  id: 'ID',
  timestamp: 'Timestamp',
  identifier: 'Project',
  'parsed.application_name': 'Application',
  'parsed.backend_type': 'Backend type',
  'parsed.command_tag': 'Command',
  'parsed.error_severity': 'Severity',
  'parsed.session_id': 'Session ID',
  'parsed.sql_state_code': 'SQLSTATE',
  'parsed.user_name': 'User',
};

/** Every field with its path, as `request.method`. */
export function fieldsIn(value: Readonly<Record<string, unknown>>, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(value).flatMap(([key, part]) => {
    const name = `${path}${key}`;
    if (typeof part === 'object' && part !== null) return fieldsIn(part as Record<string, unknown>, `${name}.`);
    return [[name, String(part)] as const];
  });
}
