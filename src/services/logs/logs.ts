import { logPageSchema, type LogPage } from '../../contract/logs/logLine.ts';
import { queryOfLogs, type LogView } from '../../contract/logs/logView.ts';
import { get } from '../http/http.ts';

/** A page of a project's logs; `before` is the `next` of the page before. */
export function readLogs(
  { ref, view, before }: { ref: string; view: LogView; before: string | null },
  signal: AbortSignal,
): Promise<LogPage> {
  const asked = Object.entries({ ...queryOfLogs(view), before: before ?? undefined });
  const query = new URLSearchParams(asked.filter((entry): entry is [string, string] => entry[1] !== undefined));
  const path = `/projects/${encodeURIComponent(ref)}/logs`;
  return get(query.size > 0 ? `${path}?${query.toString()}` : path, logPageSchema, { signal });
}
