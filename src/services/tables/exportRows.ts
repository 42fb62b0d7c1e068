import * as v from 'valibot';
import { FailureError } from '../../contract/common/failureError.ts';
import { exportEventSchema, exportFileName, type ExportRequest } from '../../contract/tables/exportRows.ts';
import { download } from '../browser/download.ts';
import { stream } from '../http/http.ts';

/** A table of a project, by its oid. */
interface Target {
  ref: string;
  id: number;
  /** Its name, which becomes the file's. */
  name: string;
}

const mimeTypes = { csv: 'text/csv', spreadsheet: 'text/csv', json: 'application/json', sql: 'application/sql' };

/** Parts that are joined, so that the browser keeps them as one, outside of the page's memory when they are large. */
const joinedParts = 64;

/**
 * Exports rows and offers the file as a download. An export that breaks off is an error, and saves nothing.
 *
 * @param received Called with the number of rows of each part.
 */
export async function saveRows(
  { ref, id, name, format, ...request }: Target & ExportRequest,
  received: (rows: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const path = `/projects/${encodeURIComponent(ref)}/tables/${id}/export`;
  const type = mimeTypes[format];
  let file = new Blob([], { type });
  let parts: string[] = [];
  let isComplete = false;
  const join = () => {
    file = new Blob([file, ...parts], { type });
    parts = [];
  };
  for await (const line of stream(path, { ...request, format }, signal)) {
    const event = v.parse(exportEventSchema, line);
    if (event.type === 'error') throw new FailureError({ code: 'export_failed', message: event.message });
    if (event.type === 'end') isComplete = true;
    else {
      parts.push(event.text);
      if (event.rows > 0) received(event.rows);
      if (parts.length >= joinedParts) join();
    }
  }
  if (!isComplete)
    throw new FailureError({ code: 'export_failed', message: 'The connection ended before all rows had arrived.' });
  join();
  if (!signal.aborted) download(file, exportFileName(name, format));
}
