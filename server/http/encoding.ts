import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

/** The best encoding that the client accepts; null for none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const offered = new Map(
    (header ?? '').split(',').map((entry) => {
      const [name = '', ...parameters] = entry
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const quality = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, quality === undefined ? 1 : Number(quality.slice(2))] as const;
    }),
  );
  return encodings.find((encoding) => (offered.get(encoding) ?? offered.get('*') ?? 0) > 0) ?? null;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** `effort` from 0 to 1: high at build time, low for responses. */
export function compress(bytes: Uint8Array, encoding: Encoding, effort: number): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: Math.round(effort * 11),
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          // A file is one block: with several, each learns its codes again.
          [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS,
        },
      })
    : compressGzip(bytes, { level: Math.max(1, Math.round(effort * 9)) });
}
