import * as v from 'valibot';
import { failureOf, type Failure } from '../../contract/common/apiError.ts';
import { FailureError } from '../../contract/common/failureError.ts';
import { csvField } from '../../contract/sql/resultText.ts';
import {
  importEventSchema,
  importMaxBytes,
  type ImportEnd,
  type ImportPreview,
  type ImportRequest,
  type ReadOptions,
  type RejectedRow,
} from '../../contract/tables/importRows.ts';
import { download } from '../browser/download.ts';
import { upload } from '../http/upload.ts';
import { keptFile, type ImportSource } from './importFiles.ts';
import { publishTableChange } from './tableChanges.ts';

/** The beginning of a file; `read` is null to find out how it is to be read. */
export async function readBeginning(
  source: ImportSource,
  read: ReadOptions | null,
): Promise<{ read: ReadOptions; preview: ImportPreview }> {
  const { file } = keptFile(source);
  if (file.size > importMaxBytes)
    throw new FailureError({
      code: 'file_too_large',
      message: `The file has more than ${importMaxBytes / 1024 ** 3} GB. Split it.`,
    });
  // The parser loads with the first file.
  const { previewFile } = await import('./importPreview.ts');
  try {
    return await previewFile(file, read);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new FailureError(
      { code: 'file_unreadable', message: `The browser could not read ${file.name}. Choose it again.` },
      { cause: error },
    );
  }
}

interface ImportHandlers {
  sent: (share: number) => void;
  written: (rows: number) => void;
  rejected: (rows: readonly RejectedRow[]) => void;
}

/** The answer ended without telling what became of the rows. */
export class ImportLostError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const lineEnd = '\r\n';

/**
 * Imports a file. Where the answer ends early, what became of the rows has to be asked for by the commit's id.
 */
export async function importFile(
  { ref, source, request }: { ref: string; source: ImportSource; request: ImportRequest },
  handlers: ImportHandlers,
  signal: AbortSignal,
): Promise<ImportEnd> {
  const held = keptFile(source);
  held.rejected = null;
  let end: ImportEnd | null = null;
  let isBegun = false;
  let broken: string | null = null;
  const body = new Blob([`${JSON.stringify(request)}\n`, held.file]);
  const reject = (rows: readonly RejectedRow[]) => {
    const lines = rows.map(({ line, reason, cells }) =>
      [...request.sources.map((_, place) => cells[place] ?? null), String(line), reason].map(csvField).join(','),
    );
    const head = [...request.sources, 'import_line', 'import_reason'].map(csvField).join(',');
    held.rejected = new Blob([held.rejected ?? head + lineEnd, ...lines.map((line) => line + lineEnd)], {
      type: 'text/csv',
    });
    handlers.rejected(rows);
  };
  try {
    await upload(
      `/projects/${encodeURIComponent(ref)}/tables/import`,
      body,
      {
        begun() {
          isBegun = true;
        },
        sent: handlers.sent,
        received(line) {
          const event = v.parse(importEventSchema, line);
          if (event.type === 'progress') handlers.written(event.rows);
          else if (event.type === 'rejected') reject(event.rows);
          else if (event.type === 'error') broken = event.message;
          else {
            const { type: _, ...rest } = event;
            end = rest;
          }
        },
      },
      signal,
    );
  } catch (error) {
    const failure = failureOf(error);
    // A status tells that the server refused it before it began.
    const isRefusal = typeof failure.code === 'number' && failure.unanswered !== true && failure.code < 500;
    if (!isBegun || isRefusal) throw error;
    throw new ImportLostError(failure);
  }
  if (end === null)
    throw new ImportLostError({
      code: 'import_failed',
      message: broken ?? 'The connection ended before the import had.',
    });
  const { id, committed } = end as ImportEnd;
  if (committed && id !== null) publishTableChange({ ref, id });
  return end;
}

/** Offers the rows that the last import of a file rejected as a download. */
export function saveRejected(source: ImportSource): void {
  const { file, rejected } = keptFile(source);
  if (rejected !== null) download(rejected, `${file.name.replace(/\.[^.]*$/, '')}-rejected.csv`);
}
