import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
/** The way in, as a person takes it: `npm start` on a built clone, and what it says when something stands in the way. */
import { href } from '../../../src/router/href.ts';

const root = resolve(import.meta.dirname, '../../..');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart start '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The launcher as a process, with everything it says. */
function start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(root, 'scripts/launch.mjs'), 'start', ...args], {
    cwd: tmpdir(),
    env: { ...process.env, DATABASE_URL: '', PORT: '0', BASECHART_DATA: join(folder, 'data'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const listening = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      const found = /Basechart is running at (\S+)/.exec(said);
      if (found) listening.resolve(found[1]!);
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    listening.reject(new Error(`It ended with ${code}:\n${said}`));
    return code as number | null;
  });
  listening.promise.catch(() => undefined);
  return { child, ended, listening: listening.promise, said: () => said };
}

/** What the start of a small process is known by and this one lacks; nothing where the system does not tell. */
async function lacking(pid: number): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const [command, environment] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
    readFile(`/proc/${pid}/environ`, 'utf8'),
  ]);
  return [
    ...(command.includes('--max-semi-space-size') ? [] : ['--max-semi-space-size']),
    ...(environment.includes('MALLOC_ARENA_MAX=2') ? [] : ['MALLOC_ARENA_MAX']),
  ];
}

describe('npm start', () => {
  it('answers as soon as it says where it is, neither installs nor builds again, and takes a Ctrl-C that arrives twice as one', async () => {
    const server = start();
    const origin = await server.listening;
    const answers = await Promise.all(['/healthz', href('signIn')].map((path) => fetch(`${origin}${path}`)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // It has begun anew with little memory, as the same process.
    expect(await lacking(server.child.pid!)).toEqual([]);
    // As npm does it in a terminal.
    server.child.kill('SIGINT');
    await delay(20);
    server.child.kill('SIGINT');
    await expect(server.ended).resolves.toBe(0);
    expect(server.said()).not.toContain('Installing');
    expect(server.said()).not.toContain('Building');
  });

  it('names its public address first, and in development no other', async () => {
    for (const [environment, own] of [
      ['production', /^Basechart is running at http:\/\/localhost:4000 \(listening on http:\/\/127\.0\.0\.1:\d+\)$/m],
      ['development', /^Basechart is running at http:\/\/localhost:4000$/m],
    ] as const) {
      const server = start([], { GOTRUE_SITE_URL: 'http://localhost:4000', BASECHART_ENVIRONMENT: environment });
      await server.listening;
      expect(server.said()).toMatch(own);
      server.child.kill('SIGINT');
      await expect(server.ended).resolves.toBe(0);
    }
  });

  it('ends with npm’s shell when that is stopped or killed, and frees the folder', async () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      // As npm runs it: a shell that waits and passes nothing on. It starts where the one before has ended.
      const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/launch.mjs start; exit $?`], {
        cwd: root,
        env: {
          ...process.env,
          npm_lifecycle_event: 'start',
          DATABASE_URL: '',
          PORT: '0',
          BASECHART_DATA: join(folder, 'data'),
        },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      // The server holds the shell's output open for as long as it lives.
      const closed = once(shell.stdout, 'close');
      const listening = Promise.withResolvers<void>();
      shell.stdout.on('data', (chunk: Buffer) => {
        if (chunk.includes('Basechart is running at')) listening.resolve();
      });
      await listening.promise;
      shell.kill(signal);
      await closed;
    }
    const next = start();
    await next.listening;
    next.child.kill('SIGINT');
    await expect(next.ended).resolves.toBe(0);
  });

  it('says what to do when the port is in use', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const server = start([], { PORT: String(port) });
    await expect(server.ended).resolves.toBe(1);
    expect(server.said()).toContain(`Port ${port} is in use`);
    expect(server.said()).toContain(`PORT=${port + 1} npm start`);
    expect(server.said()).not.toContain('    at ');
    holder.close();
  });

  it('refuses a folder that another server uses, and leaves that server alone', async () => {
    const first = start();
    const origin = await first.listening;
    const second = start();
    await expect(second.ended).resolves.toBe(1);
    expect(second.said()).toContain('is in use by');
    expect(second.said()).not.toContain('    at ');
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    first.child.kill('SIGTERM');
    await expect(first.ended).resolves.toBe(0);
  });

  it('passes arguments on: help without building or opening anything', async () => {
    const help = start(['--help']);
    await expect(help.ended).resolves.toBe(0);
    expect(help.said()).toContain('--self-hosted');
    expect(help.said()).toContain('BASECHART_DATA');
  });

  it('names an option that does not exist', async () => {
    const server = start(['--self-hostde']);
    await expect(server.ended).resolves.toBe(1);
    expect(server.said()).toContain('There is no option --self-hostde');
    expect(server.said()).not.toContain('    at ');
  });

  it('names settings that cannot be read, all at once', async () => {
    const server = start([], { PORT: 'three thousand', BASECHART_WARM_ENGINES: '-1' });
    await expect(server.ended).resolves.toBe(1);
    expect(server.said()).toContain('PORT');
    expect(server.said()).toContain('BASECHART_WARM_ENGINES');
  });
});
