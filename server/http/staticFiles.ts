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

interface Body {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
}

interface StaticFile {
  mediaType: string;
  identity: Body;
  /** The file in an encoding; null where that saves nothing. */
  encoded(encoding: Encoding): Promise<Body | null>;
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
      for (const name of names) {
        const file = await find(name);
        for (const encoding of encodings) if (names.has(name + suffixes[encoding])) await file?.encoded(encoding);
      }
    },
  };
}

/** Compressed forms replace their originals, source maps are not served, and the page is generated for each request. */
const isAside = (path: string): boolean => path === '/index.html' || /\.(?:br|gz|map)$/.test(path);

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

const bodyOf = (bytes: Uint8Array, suffix = ''): Body => ({
  bytes: new Uint8Array(bytes),
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}${suffix}"`,
});

async function load(folder: string, path: string, names: ReadonlySet<string>): Promise<StaticFile> {
  const identity = bodyOf(await readFile(join(folder, path)));
  const mediaType = mediaTypes[extname(path)] ?? 'application/octet-stream';
  const held = new Map<Encoding, Body>();
  const quick = new Map<Encoding, Promise<Body>>();
  // A first start compresses beside the server. A name with a hash has the same content in every build.
  const isReady = (made: string) => names.has(made) || path.startsWith(hashedFolder);

  async function best(encoding: Encoding): Promise<Body> {
    const known = held.get(encoding);
    if (known) return known;
    const made = path + suffixes[encoding];
    const bytes = isReady(made) ? await readFile(join(folder, made)).catch(() => null) : null;
    if (bytes !== null) {
      const body = bodyOf(bytes, `-${encoding}`);
      held.set(encoding, body);
      quick.delete(encoding);
      return body;
    }
    const own =
      quick.get(encoding) ??
      compress(identity.bytes, encoding, 0.8).then((compressed) => bodyOf(compressed, `-${encoding}`));
    quick.set(encoding, own);
    return await own;
  }

  return {
    mediaType,
    identity,
    async encoded(encoding) {
      if (!compressible.test(mediaType)) return null;
      const body = await best(encoding);
      return body.bytes.length < identity.bytes.length ? body : null;
    },
  };
}

/** Responds with the file of the path, if there is one. */
export const serveStaticFiles = (files: StaticFiles) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return await next();
    const file = await files.find(c.req.path);
    if (file === null) return await next();
    const encoding = acceptedEncoding(c.req.header('Accept-Encoding'));
    const encoded = encoding === null ? null : await file.encoded(encoding);
    // An ETag identifies bytes, so each encoding has its own.
    const { bytes, etag } = encoded ?? file.identity;
    c.header('ETag', etag);
    c.header('Vary', 'Accept-Encoding');
    c.header('Cache-Control', c.req.path.startsWith(hashedFolder) ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (isHeld(c.req.header('If-None-Match'), etag)) return c.body(null, 304);
    c.header('Content-Type', file.mediaType);
    c.header('Content-Length', String(bytes.length));
    if (encoded && encoding) c.header('Content-Encoding', encoding);
    return c.body(bytes);
  });

function isHeld(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag)
  );
}
