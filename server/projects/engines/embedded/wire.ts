/**
 * The parts of Postgres's wire protocol that the worker uses with its own engine.
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const code = (letter: string) => letter.charCodeAt(0);

export const frontend = {
  query: code('Q'),
  execute: code('E'),
  copyData: code('d'),
  copyDone: code('c'),
  copyFail: code('f'),
} as const;
const backend = { dataRow: code('D'), error: code('E'), readyForQuery: code('Z') } as const;

function message(type: string, ...parts: Uint8Array[]): Uint8Array {
  const length = 4 + parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(1 + length);
  bytes[0] = code(type);
  new DataView(bytes.buffer).setInt32(1, length);
  let offset = 5;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

const cString = (text: string) => encoder.encode(`${text}\0`);

export const queryMessage = (sql: string): Uint8Array => message('Q', cString(sql));
export const syncMessage: Uint8Array = message('S');
export const copyFailMessage = (reason: string): Uint8Array => message('f', cString(reason));

/** A FATAL error in the form that a client expects from a refused connection. */
export const fatalMessage = (sqlState: string, text: string): Uint8Array =>
  message('E', cString('SFATAL'), cString('VFATAL'), cString(`C${sqlState}`), cString(`M${text}`), new Uint8Array([0]));

export interface Frame {
  type: number;
  start: number;
  end: number;
}

/** The complete messages in a buffer. */
export function* frames(bytes: Uint8Array): Generator<Frame> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start + 5 <= bytes.length;) {
    const end = start + 1 + view.getInt32(start + 1);
    yield { type: bytes[start] ?? 0, start, end };
    start = end;
  }
}

export interface InternalResult {
  rows: (string | null)[][];
  error: string | null;
  ready: boolean;
}

/** Reads the response to a simple query. */
export function readResult(bytes: Uint8Array): InternalResult {
  const result: InternalResult = { rows: [], error: null, ready: false };
  for (const { type, start, end } of frames(bytes)) {
    const body = bytes.subarray(start + 5, end);
    if (type === backend.dataRow) result.rows.push(readRow(body));
    else if (type === backend.error) result.error ??= readErrorText(body);
    else if (type === backend.readyForQuery) result.ready = true;
  }
  return result;
}

function readRow(body: Uint8Array): (string | null)[] {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const cells: (string | null)[] = [];
  let offset = 2;
  for (let column = view.getInt16(0); column > 0; column--) {
    const length = view.getInt32(offset);
    offset += 4;
    cells.push(length < 0 ? null : decoder.decode(body.subarray(offset, offset + Math.max(0, length))));
    offset += Math.max(0, length);
  }
  return cells;
}

const readErrorText = (body: Uint8Array): string =>
  decoder
    .decode(body)
    .split('\0')
    .find((field) => field.startsWith('M'))
    ?.slice(1) ?? 'unknown error';

/** Name and value pairs of a startup packet; null for the other packets without a type byte. */
export function readStartup(bytes: Uint8Array): ReadonlyMap<string, string> | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 8 || view.getInt32(0) !== bytes.length || view.getInt16(4) !== 3) return null;
  const words = decoder.decode(bytes.subarray(8)).split('\0');
  const parameters = new Map<string, string>();
  for (let index = 0; words[index]; index += 2) parameters.set(words[index] ?? '', words[index + 1] ?? '');
  return parameters;
}

export const quoteLiteral = (text: string): string =>
  text.includes('\\') ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'` : `'${text.replaceAll("'", "''")}'`;

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`;
