import { FailureError } from '../../contract/common/failureError.ts';
import { valueFileMax, type ReadValue } from '../../contract/tables/rows.ts';
import { download } from '../browser/download.ts';
import { readValue } from './tableRows.ts';

const refusal = (message: string) => new FailureError({ code: 'file_refused', message });

/** Bytes as Postgres takes them for a `bytea`. */
export function hexOf(bytes: Uint8Array): string {
  const digits: string[] = [];
  for (const byte of bytes) digits.push(byte.toString(16).padStart(2, '0'));
  return `\\x${digits.join('')}`;
}

/** The bytes of a `bytea`, written in hexadecimal digits. */
export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const digits = hex.replace(/^\\x/i, '').replaceAll(/\s/g, '');
  const bytes = new Uint8Array(Math.floor(digits.length / 2));
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16);
  return bytes;
}

/** The content of a file as a value of a column: bytes in hexadecimal digits, or text. */
export async function readValueFile({ file, isBinary }: { file: Blob; isBinary: boolean }): Promise<string> {
  if (file.size > valueFileMax)
    throw refusal(`The file is larger than ${valueFileMax / 1024 / 1024} MB, which is as much as one change can send.`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (isBinary) return hexOf(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusal('The file is not text in UTF-8.');
  }
}

/** Offers a value as a download. */
export function saveValueFile({ name, text, isBinary }: { name: string; text: string; isBinary: boolean }): void {
  if (isBinary) download(new Blob([bytesOf(text)], { type: 'application/octet-stream' }), `${name}.bin`);
  else download(new Blob([text], { type: 'text/plain' }), `${name}.txt`);
}

/** Reads a value of a table's row, however long the server sends one, and offers it as a download. */
export async function saveWholeValue(
  { isBinary, ...asked }: { ref: string; id: number; isBinary: boolean } & Omit<ReadValue, 'maxBytes'>,
  signal: AbortSignal,
): Promise<void> {
  const { value, leftOutBytes } = await readValue({ ...asked, maxBytes: null }, signal);
  if (value === null)
    throw new FailureError({
      code: 'value_not_saved',
      message:
        leftOutBytes === null
          ? 'The value is NULL now, so there is nothing to save.'
          : 'The value is too long to download. Read it in parts with SQL.',
    });
  saveValueFile({ name: asked.column, text: value, isBinary });
}
