import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { parse } from 'csv-parse';
import {
  delimitedOptions,
  delimitedRow,
  jsonReader,
  recordOfJson,
  unreadable,
  UnreadableFileError,
  type ImportRecord,
} from '../../../src/contract/tables/importRecords.ts';
import type { ImportRequest } from '../../../src/contract/tables/importRows.ts';
import { ApiError } from '../../http/errors.ts';

/** Files that are there at once: of one user, and of all. */
const uploadsMax = { user: 2, all: 8 } as const;
/** Of the first line, which has the choices. */
const headMaxBytes = 1024 * 1024;
/** A sender that is silent for so long, in milliseconds, has gone. */
const stallMs = 30_000;
/** The least that a sender sends on average after that time, in bytes per millisecond: a trickle holds no place. */
const leastRate = 4;
const newLine = '\n'.charCodeAt(0);

/** A file that was uploaded, until it is discarded. */
interface Upload {
  /** The first line, as it came. */
  head: string;
  /** The file, from its beginning. */
  open(): Readable;
  discard(): Promise<void>;
}

const uploadsBusy = () =>
  new ApiError(429, 'imports_busy', 'Other imports are running. Try again when they have ended.', { retryAfter: 10 });

/** The next chunk, or undefined at the end; rejects when the sender stalls or leaves. */
async function nextChunk(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(uploadStalled()), stallMs);
  const { value } = await Promise.race([reader.read(), stalled]).finally(() => clearTimeout(timer));
  return value;
}
const uploadStalled = () =>
  new ApiError(408, 'upload_stalled', 'The upload stalled, so nothing was imported. Try again.');

/** Writes a file, and returns the line before it. */
async function writeFileAfterHead(file: FileHandle, body: ReadableStream<Uint8Array>): Promise<string> {
  const reader = body.getReader();
  const head: Uint8Array[] = [];
  let headBytes = 0;
  let isHead = true;
  let received = 0;
  const startedAt = performance.now();
  try {
    for (let chunk = await nextChunk(reader); chunk !== undefined; chunk = await nextChunk(reader)) {
      let rest = chunk;
      received += chunk.length;
      const elapsed = performance.now() - startedAt;
      if (elapsed > stallMs && received < leastRate * elapsed) throw uploadStalled();
      if (isHead) {
        const end = chunk.indexOf(newLine);
        const part = end === -1 ? chunk : chunk.subarray(0, end);
        head.push(part);
        headBytes += part.length;
        if (headBytes > headMaxBytes)
          throw new ApiError(413, 'request_entity_too_large', 'The choices of the import are too large.');
        isHead = end === -1;
        rest = chunk.subarray(part.length + 1);
      }
      if (rest.length > 0) await file.writeFile(rest);
    }
    return Buffer.concat(head).toString();
  } finally {
    reader.releaseLock();
  }
}

/**
 * The files that imports read. Each is received whole before its rows go to the database: the session of a database is
 * not held while a slow connection sends, and an upload that breaks off changes nothing.
 */
export class ImportFiles {
  readonly #folder: string;
  readonly #ofUser = new Map<string, number>();

  /** @param folder Readable by this server's user alone. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async receive(body: ReadableStream<Uint8Array> | null, userId: string): Promise<Upload> {
    const release = this.#reserve(userId);
    try {
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, randomUUID());
      const discard = async () => {
        release();
        await rm(path, { force: true });
      };
      try {
        await using file = await open(path, 'wx', 0o600);
        const head = body === null ? '' : await writeFileAfterHead(file, body);
        return { head, open: () => createReadStream(path), discard };
      } catch (error) {
        await discard();
        throw error;
      }
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Takes a place, and returns what gives it back. */
  #reserve(userId: string): () => void {
    const ofUser = this.#ofUser.get(userId) ?? 0;
    const all = [...this.#ofUser.values()].reduce((sum, count) => sum + count, 0);
    if (ofUser >= uploadsMax.user || all >= uploadsMax.all) throw uploadsBusy();
    this.#ofUser.set(userId, ofUser + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#ofUser.get(userId) ?? 1) - 1;
      if (left === 0) this.#ofUser.delete(userId);
      else this.#ofUser.set(userId, left);
    };
  }
}

/** The text of a file, chunk by chunk. */
async function* decoded(file: Readable, encoding: string, read: (bytes: number) => void): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let bytes = 0;
  const decode = (chunk?: Buffer): string => {
    try {
      return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    } catch {
      throw new UnreadableFileError(`The file is not encoded as ${encoding}. Choose another encoding.`);
    }
  };
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    read(bytes);
    const text = decode(chunk);
    if (text !== '') yield text;
  }
  yield decode();
}

async function* delimitedRecords(
  texts: AsyncGenerator<string>,
  { read, sources }: Pick<ImportRequest, 'read' | 'sources'>,
): AsyncGenerator<ImportRecord> {
  // What fails ends both; the parser throws it below.
  const parser = pipeline(Readable.from(texts), parse(delimitedOptions(read)), () => undefined);
  let isFirst = true;
  let line = 0;
  try {
    for await (const record of parser) {
      const row = delimitedRow(record, sources.length);
      ({ line } = row);
      if (!isFirst || !read.hasHeader) yield row;
      isFirst = false;
    }
  } catch (error) {
    throw unreadable(error, line);
  }
}

async function* jsonRecords(
  texts: AsyncGenerator<string>,
  format: 'json' | 'ndjson',
  sources: readonly string[],
): AsyncGenerator<ImportRecord> {
  const reader = jsonReader(format);
  for await (const text of texts) for (const row of reader.push(text)) yield recordOfJson(row, sources);
  for (const row of reader.end()) yield recordOfJson(row, sources);
}

/**
 * The rows of a file, as they are read from the disk.
 *
 * @param seen Called with the number of bytes that have been read.
 */
export function recordsOf(
  file: Readable,
  request: Pick<ImportRequest, 'read' | 'sources'>,
  seen: (bytes: number) => void,
): AsyncGenerator<ImportRecord> {
  const { format, encoding } = request.read;
  const texts = decoded(file, encoding, seen);
  return format === 'delimited' ? delimitedRecords(texts, request) : jsonRecords(texts, format, request.sources);
}
