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

const brotli = (bytes: Uint8Array, effort: number, blockBits: number) =>
  compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: Math.round(effort * 11),
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_LGBLOCK]: blockBits,
    },
  });

/** A file is one block: with several, each learns its codes again. */
const oneBlock = constants.BROTLI_MAX_INPUT_BLOCK_BITS;

/** `effort` from 0 to 1: high at build time, low for responses. */
export const compress = (bytes: Uint8Array, encoding: Encoding, effort: number): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(bytes, effort, oneBlock)
    : compressGzip(bytes, { level: Math.max(1, Math.round(effort * 9)) });

/**
 * At the highest effort, which also tries blocks of 128 and 256 kB: where the parts of a file differ, each is better
 * off with its own codes.
 */
export async function compressBest(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compress(bytes, encoding, 1);
  const tried = await Promise.all([17, 18, oneBlock].map((bits) => brotli(bytes, 1, bits)));
  return tried.reduce((best, next) => (next.length < best.length ? next : best));
}
