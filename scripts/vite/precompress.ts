import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';
import { compress, encodings } from '../../server/http/encoding.ts';

const compressible = new Set(['.css', '.js', '.json', '.svg', '.txt', '.webmanifest']);
const suffixes = { br: '.br', gzip: '.gz' } as const;

/** Below this size, compression saves no packet. */
const worthwhileBytes = 1024;

/** Above this size, the highest effort takes most of the build's time and saves a tenth. */
const hugeBytes = 1_000_000;

/**
 * Writes a compressed form of every file of the build, at the highest effort that is worth it: the server sends them
 * unchanged. The page itself is left out, because the server writes into it.
 */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
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
                const body = await compress(bytes, encoding, bytes.length > hugeBytes ? 0.8 : 1);
                if (body.length < bytes.length) await writeFile(path + suffixes[encoding], body);
              }),
            );
          }),
        );
      },
    },
  };
}
