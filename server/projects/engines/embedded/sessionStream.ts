import { Duplex } from 'node:stream';

const terminate = 'X'.charCodeAt(0);

interface SessionStreamOwner {
  send(bytes: Uint8Array): void;
  /** The reader has consumed bytes of the engine's output. */
  taken(byteCount: number): void;
  /** Called once, when this side has ended. */
  closed(): void;
}

/**
 * The socket for `pg`: one session on an engine in another thread. Writes are buffered until it is this session's turn.
 */
export class SessionStream extends Duplex {
  readonly #owner: SessionStreamOwner;
  #incoming: Uint8Array[] = [];
  /** The reader wants more than it got. */
  #wanted = false;
  /** Writes from before this session's turn; null from then on. */
  #waiting: (() => void)[] | null = [];

  constructor(owner: SessionStreamOwner) {
    // `pg` reads data that has arrived even after its own half is closed; ending one half ends both.
    super({ allowHalfOpen: false, emitClose: true });
    this.#owner = owner;
    this.once('close', () => {
      this.#discardIncoming();
      owner.closed();
    });
  }

  /** It is this session's turn: the buffered writes are sent. */
  begin(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const write of waiting) write();
  }

  receive(bytes: Uint8Array): void {
    if (this.destroyed || this.readableEnded) {
      this.#owner.taken(bytes.length);
      return;
    }
    this.#incoming.push(bytes);
    this.#pump();
  }

  override _read(): void {
    this.#wanted = true;
    this.#pump();
  }

  #pump(): void {
    while (this.#wanted) {
      const bytes = this.#incoming.shift();
      if (bytes === undefined) return;
      this.#owner.taken(bytes.length);
      this.#wanted = this.push(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    }
  }

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#whenBegun(() => {
      // A session ends by closing the stream; the engine itself must continue.
      if (chunk[0] !== terminate) this.#owner.send(chunk);
      done();
    });
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    this.#whenBegun(() => {
      const parts = chunks.map(({ chunk }) => chunk).filter((chunk) => chunk[0] !== terminate);
      if (parts.length > 0) this.#owner.send(Buffer.concat(parts));
      done();
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#discardIncoming();
    this.push(null);
    done();
  }

  #whenBegun(write: () => void): void {
    if (this.#waiting) this.#waiting.push(write);
    else write();
  }

  #discardIncoming(): void {
    for (const { length } of this.#incoming.splice(0)) this.#owner.taken(length);
  }

  /* The other socket methods that `pg` calls. */

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
