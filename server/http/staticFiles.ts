import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { createMiddleware } from 'hono/factory';
import { acceptedEncoding, compress, encodings, type Encoding } from './encoding.ts';
import type { HttpEnv } from './http.env.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
const compressible = /^(?:text\/|application\/(?:json|manifest|xml|wasm)|image\/(?:svg|x-icon))/;

/** Files in here have their content's hash in their name. */
const hashedFolder = '/assets/';

interface StaticFile {
  etag: string;
  mediaType: string;
  bodies: Readonly<Partial<Record<Encoding | 'identity', Uint8Array<ArrayBuffer>>>>;
}

/** The built app, cached in memory with its compressed forms. */
export interface StaticFiles {
  find(path: string): Promise<StaticFile | null>;
  /** Reads the remaining files, so that a new build in the folder takes nothing away from the running one. */
  readAll(): Promise<void>;
}

/** The files below a folder; null when there is no such folder. */
export async function openStaticFiles(folder: string): Promise<StaticFiles | null> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return null;
  const names = new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`),
  );
  const held = new Map<string, Promise<StaticFile>>();
  const find = (path: string): Promise<StaticFile | null> => {
    // Only names from the folder's listing are opened, so no path can escape it.
    if (!names.has(path) || isAside(path)) return Promise.resolve(null);
    let file = held.get(path);
    if (file === undefined) {
      file = load(folder, path, names);
      held.set(path, file);
      file.catch(() => held.delete(path));
    }
    return file;
  };
  return {
    find,
    async readAll() {
      for (const name of names) await find(name);
    },
  };
}

/** Compressed forms replace their originals, source maps are not served, and the page is generated for each request. */
const isAside = (path: string): boolean => path === '/index.html' || /\.(?:br|gz|map)$/.test(path);

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

async function load(folder: string, path: string, names: ReadonlySet<string>): Promise<StaticFile> {
  const identity = new Uint8Array(await readFile(join(folder, path)));
  const mediaType = mediaTypes[extname(path)] ?? 'application/octet-stream';
  const bodies: Partial<Record<Encoding | 'identity', Uint8Array<ArrayBuffer>>> = { identity };
  if (compressible.test(mediaType)) {
    for (const encoding of encodings) {
      const made = path + suffixes[encoding];
      const body = new Uint8Array(
        names.has(made) ? await readFile(join(folder, made)) : await compress(identity, encoding, 0.8),
      );
      if (body.length < identity.length) bodies[encoding] = body;
    }
  }
  return { etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`, mediaType, bodies };
}

/** Responds with the file of the path, if there is one. */
export const serveStaticFiles = (files: StaticFiles) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return await next();
    const file = await files.find(c.req.path);
    if (file === null) return await next();
    const encoding = acceptedEncoding(c.req.header('Accept-Encoding'));
    const chosen = encoding !== null && file.bodies[encoding] !== undefined ? encoding : 'identity';
    // An ETag identifies bytes, so each encoding has its own.
    const etag = chosen === 'identity' ? file.etag : file.etag.replace(/"$/, `-${chosen}"`);
    c.header('ETag', etag);
    c.header('Vary', 'Accept-Encoding');
    c.header('Cache-Control', c.req.path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (isHeld(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    const body = file.bodies[chosen] ?? new Uint8Array();
    c.header('Content-Type', file.mediaType);
    c.header('Content-Length', String(body.length));
    if (chosen !== 'identity') c.header('Content-Encoding', chosen);
    return c.body(body);
  });

function isHeld(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag)
  );
}
