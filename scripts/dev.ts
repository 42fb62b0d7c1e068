/**
 * `npm run dev`: the app from its sources with hot reload, the server restarted when its code changes, the style system's
 * code generated on change, all on one port. Arguments go to the server: `npm run dev -- --self-hosted`. Its data has a
 * folder of its own, so that `npm start` can run at the same time.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer as createSocket, type AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createServer, type Plugin } from 'vite';
import { fullPath } from '../src/contract/shell/shortAddresses.ts';
import { ensureApp } from './launch/build.mjs';
import { Explained } from './launch/output.mjs';

const root = resolve(import.meta.dirname, '..');
const host = process.env['HOST'] ?? '127.0.0.1';
const port = Number(process.env['PORT'] ?? 3000);
// The server checks all other arguments.
const {
  values: { demo },
} = parseArgs({ options: { demo: { type: 'boolean' } }, strict: false });
const dataFolder = demo ? 'data-demo-dev' : 'data-dev';
const origin = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`;

async function freePort(): Promise<number> {
  const probe = createSocket().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return free;
}

const serverPort = await freePort();
const server = `http://127.0.0.1:${serverPort}`;

/** The runtime config of the page; fetched on each load, so that it has the restarted server's settings. */
const runtimeConfig: Plugin = {
  name: 'runtime-config',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const page = await fetch(`${server}/sign-in`, {
        headers: { Accept: 'text/html' },
        signal: AbortSignal.timeout(20_000),
      }).then(
        (answer) => answer.text(),
        () => '',
      );
      const block = /<script type="application\/json" id="runtime-config">.*?<\/script>/s.exec(page)?.[0];
      if (block === undefined) throw new Error('The server does not answer yet: look at its messages, then reload.');
      return html.replace('</head>', () => `${block}</head>`);
    },
  },
};

/** The server's redirects from short addresses. */
const shortAddresses: Plugin = {
  name: 'short-addresses',
  configureServer(vite) {
    vite.middlewares.use((request, response, next) => {
      const { pathname, search } = new URL(request.url ?? '/', origin);
      const full = fullPath(pathname);
      if (full === undefined) next();
      else response.writeHead(302, { Location: full + search }).end();
    });
  },
};

const children: ChildProcess[] = [];
const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}): void => {
  children.push(spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' }));
};

// The server needs a built page to write its settings into; any old build will do.
if (!existsSync(join(root, 'dist/index.html'))) await ensureApp(root);

const vite = await createServer({
  root,
  plugins: [runtimeConfig, shortAddresses],
  server: {
    host,
    port,
    strictPort: true,
    proxy: Object.fromEntries(
      [
        '/api',
        '/assets',
        '/auth',
        '/functions',
        String.raw`^/guides(?:[/?]|-search\.js|$)`,
        '/healthz',
        '^/integrations(?:[/?]|$)',
        '/outbox',
        '/rest',
      ].map((path) => [path, { target: server, ws: true }]),
    ),
  },
});
try {
  await vite.listen();
} catch (error) {
  await vite.close();
  throw new Explained(
    `Port ${port} cannot be listened on (${(error as Error).message}). Choose another one: PORT=${port + 1} npm run dev`,
  );
}

run(['--watch', '--watch-preserve-output', join(root, 'server/main.ts'), ...process.argv.slice(2)], {
  HOST: '127.0.0.1',
  PORT: String(serverPort),
  BASECHART_DATA: process.env['BASECHART_DATA'] ?? join(root, dataFolder),
  BASECHART_ENVIRONMENT: process.env['BASECHART_ENVIRONMENT'] ?? 'development',
  // Tokens are issued for the address in the browser, which stays the same when the server's own port changes.
  GOTRUE_SITE_URL: process.env['GOTRUE_SITE_URL'] ?? origin,
  API_EXTERNAL_URL: process.env['API_EXTERNAL_URL'] ?? `${origin}/auth/v1`,
});
run([join(root, 'node_modules/@pandacss/dev/bin.js'), 'codegen', '--watch', '--silent']);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void Promise.all([
      vite.close(),
      ...children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }),
    ]).then(() => process.exit(0));
  });
}
