import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { build } from 'vite';
import { precompress } from '../scripts/vite/precompress.ts';
import type { HttpEnv } from '../server/http/http.env.ts';
import { servePage } from '../server/http/page.ts';
import { openStaticFiles, serveStaticFiles } from '../server/http/staticFiles.ts';
import type { RuntimeConfig } from '../src/contract/common/runtimeConfig.ts';

const root = resolve(import.meta.dirname, '..');

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Bare</title></head>
<body><div id="root"></div><script type="module" src="/main.js"></script></body></html>`;
const script = `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Bare'));`;

/**
 * The least that a page with React can be, built and sent like ours: what our pages take is a multiple of it on any
 * machine.
 */
export async function startBarePage(config: RuntimeConfig): Promise<{ origin: string; end: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'basechart bare page '));
  await mkdir(folder, { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'main.js'), script);
  await build({
    configFile: false,
    root: folder,
    logLevel: 'silent',
    plugins: [precompress()],
    build: { target: 'es2023', modulePreload: { polyfill: false } },
  });
  const built = join(folder, 'dist');
  const files = await openStaticFiles(built);
  if (files === null) throw new Error('The bare page was not built.');
  const html = await readFile(join(built, 'index.html'), 'utf8');
  const app = new Hono<HttpEnv>();
  app.use(serveStaticFiles(files));
  app.use(servePage({ html, runtimeConfig: async () => config }));
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    end: async () => {
      await new Promise((closed) => {
        server.close(closed);
      });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
