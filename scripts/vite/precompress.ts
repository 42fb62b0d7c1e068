import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';
import { compress, compressBest, encodings, type Encoding } from '../../server/http/encoding.ts';
import { isLocalBuild } from './localBuild.ts';

const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Below this size, compression saves no packet. */
const worthwhileBytes = 1024;

/** Between these sizes, several ways to divide a file are tried: a smaller file is one block, a larger one takes seconds. */
const divisibleBytes = [131_072, 500_000] as const;

/** Above this size, the highest effort takes most of the build's time and saves a tenth. */
const hugeBytes = 1_000_000;

function compressFile(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  const [least, most] = divisibleBytes;
  if (bytes.length > least && bytes.length < most) return compressBest(bytes, encoding);
  return compress(bytes, encoding, bytes.length > hugeBytes ? 0.8 : 1);
}

/**
 * Writes a compressed form of every file of a build, at the highest effort that is worth it: the server sends them
 * unchanged. The page itself is left out, because the server writes into it.
 */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path);
      if (bytes.length < worthwhileBytes) return;
      await Promise.all(
        encodings.map(async (encoding) => {
          const body = await compressFile(bytes, encoding);
          if (body.length >= bytes.length) return;
          // A server that starts meanwhile reads all of it or nothing.
          const part = `${path}.part${suffixes[encoding]}`;
          await writeFile(part, body);
          await rename(part, path + suffixes[encoding]);
        }),
      );
    }),
  );
}

/** Compresses what a build wrote. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: (_, { command }) => command === 'build' && !isLocalBuild,
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: () => compressFiles(folder),
    },
  };
}
