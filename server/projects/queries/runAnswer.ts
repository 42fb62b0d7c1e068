import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** What all answers together occupy. */
export interface AnswerMemory {
  /** Bytes in memory. */
  bytes: number;
  /** Above this, answers move to files. */
  readonly limit: number;
  /** Bytes in memory and in files. */
  total: number;
}

/** Bytes of an answer that stay in memory; a larger one moves to a file. */
const memoryBytes = 256 * 1024;
const chunkBytes = 256 * 1024;

/** How far an answer may be ahead of its fastest reader: neither a slow reader nor a missing one holds the run up. */
const aheadBytes = 4 * 1024 * 1024;

/** A full disk, for one, takes only the beginning; a piece after the gap would hide it. */
async function writeAll(handle: FileHandle, piece: Buffer, position: number): Promise<void> {
  for (let from = 0; from < piece.length;)
    from += (await handle.write(piece, from, piece.length - from, position + from)).bytesWritten;
}

/** The answer of one run as it was sent: written once, read from its beginning by each client that attaches to it. */
export class RunAnswer {
  readonly #folder: string;
  readonly #shared: AnswerMemory;
  #memory: Buffer[] = [];
  #file: { handle: FileHandle; path: string } | null = null;
  #bytes = 0;
  #isComplete = false;
  /** How far each reader has come. */
  readonly #readers = new Set<{ from: number }>();
  #isHurried = false;
  #changed = Promise.withResolvers<void>();
  #written: Promise<void> = Promise.resolve();

  /** `folder` is created, for this server's user alone, when the answer becomes large or `shared` is full. */
  constructor(folder: string, shared: AnswerMemory) {
    this.#folder = folder;
    this.#shared = shared;
  }

  get bytes(): number {
    return this.#bytes;
  }
  /** Nothing more comes. */
  get isComplete(): boolean {
    return this.#isComplete;
  }
  /** How many read it now. */
  get readers(): number {
    return this.#readers.size;
  }

  /** Adds to the answer. Pieces are written in the order of the calls. */
  append(text: string): Promise<void> {
    const written = this.#writeAfter(this.#written, Buffer.from(text));
    // A piece that could not be written is reported to its writer, and does not stop the next.
    this.#written = written.catch(() => {});
    return written;
  }

  /** Waits for no reader any more: the run is to end. */
  hurry(): void {
    this.#isHurried = true;
    this.#announce();
  }

  /** Says that nothing more comes. */
  async complete(): Promise<void> {
    await this.#written;
    this.#isComplete = true;
    this.#announce();
  }

  /** The whole answer from its beginning, as far as it is there and then as it comes. */
  async *read(signal: AbortSignal): AsyncGenerator<Uint8Array, void, undefined> {
    const reader = { from: 0 };
    this.#readers.add(reader);
    const left = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    try {
      while (!signal.aborted) {
        const changed = this.#changed.promise;
        if (reader.from < this.#bytes) {
          const chunk = await this.#chunkAt(reader.from);
          yield chunk;
          reader.from += chunk.length;
          this.#announce();
        } else if (this.#isComplete) return;
        else await Promise.race([changed, left]);
      }
    } finally {
      this.#readers.delete(reader);
      this.#announce();
    }
  }

  /** Frees what the answer occupies. */
  async discard(): Promise<void> {
    await this.#written;
    const file = this.#file;
    this.#freeMemory();
    this.#shared.total -= this.#bytes;
    this.#bytes = 0;
    this.#isComplete = true;
    this.#file = null;
    this.#announce();
    if (file === null) return;
    await file.handle.close();
    await rm(file.path, { force: true });
  }

  #isAhead(): boolean {
    if (this.#isHurried || this.#readers.size === 0) return false;
    return this.#bytes - Math.max(...[...this.#readers].map(({ from }) => from)) > aheadBytes;
  }

  async #writeAfter(before: Promise<void>, piece: Buffer): Promise<void> {
    await before;
    while (this.#isAhead()) await this.#changed.promise;
    await this.#write(piece);
  }

  async #write(piece: Buffer): Promise<void> {
    if (this.#file === null && this.#hasMemoryFor(piece)) {
      this.#memory.push(piece);
      this.#shared.bytes += piece.length;
    } else {
      const { handle } = (this.#file ??= await this.#openFile());
      await writeAll(handle, piece, this.#bytes);
    }
    this.#bytes += piece.length;
    this.#shared.total += piece.length;
    this.#announce();
  }

  #hasMemoryFor({ length }: Buffer): boolean {
    return this.#bytes + length <= memoryBytes && this.#shared.bytes + length <= this.#shared.limit;
  }

  #freeMemory(): void {
    if (this.#file === null) this.#shared.bytes -= this.#bytes;
    this.#memory = [];
  }

  async #openFile(): Promise<{ handle: FileHandle; path: string }> {
    // Another server that shares the folder empties it when it starts; a file that is open stays readable.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = join(this.#folder, randomUUID());
    const handle = await open(path, 'wx+', 0o600);
    await writeAll(handle, Buffer.concat(this.#memory), 0);
    this.#freeMemory();
    return { handle, path };
  }

  async #chunkAt(from: number): Promise<Uint8Array> {
    if (this.#file === null) return Buffer.concat(this.#memory).subarray(from);
    const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, this.#bytes - from));
    const { bytesRead } = await this.#file.handle.read(chunk, 0, chunk.length, from);
    return chunk.subarray(0, bytesRead);
  }

  #announce(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
