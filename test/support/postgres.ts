/** A separate Postgres from the machine's packages, for behavior that must also hold on a real server. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findPostgres } from '../../scripts/test/programs.ts';
import { freePort } from './freePort.ts';

const run = promisify(execFile);

const superuserPassword = 'superuser-of-a-test';

/** Folder of a Postgres server's programs; undefined on a machine without one. */
export const postgresPrograms = findPostgres() ?? undefined;

export interface TestPostgres {
  url: string;
  stop: () => Promise<void>;
}

/** Starts one on a free loopback port, with only a superuser `postgres`. Settings have the form `name=value`. */
export async function startPostgres({
  settings = [],
  authentication = 'trust',
}: { settings?: readonly string[]; authentication?: 'trust' | 'scram-sha-256' } = {}): Promise<TestPostgres> {
  if (postgresPrograms === undefined) throw new Error('There is no Postgres on this machine.');
  const folder = await mkdtemp(join(tmpdir(), 'basechart-postgres-'));
  // Postgres refuses to run as root, so root runs it as the packages' own user.
  const isRoot = userInfo().uid === 0;
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
  }
  const asServer = (program: string, args: readonly string[]): [string, string[]] => {
    const path = join(postgresPrograms ?? '', program);
    return isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]];
  };
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, superuserPassword);
  if (isRoot) await chown(passwordFile, (await stat(folder)).uid, -1);
  await run(
    ...asServer('initdb', [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      authentication,
      `--pwfile=${passwordFile}`,
      '--no-sync',
      '-E',
      'UTF8',
    ]),
    { cwd: folder },
  );

  const port = await freePort();
  const [program, args] = asServer('postgres', [
    '-D',
    data,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    folder,
    '-c',
    'fsync=off',
    '-c',
    'synchronous_commit=off',
    '-c',
    'shared_buffers=16MB',
    ...settings.flatMap((setting) => ['-c', setting]),
  ]);
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said.push(chunk.toString());
      if (said.join('').includes('ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`Postgres did not start:\n${said.join('')}`)));
  });
  const url = `postgres://postgres${authentication === 'trust' ? '' : `:${superuserPassword}`}@127.0.0.1:${port}/postgres`;
  return {
    url,
    async stop() {
      const exited = once(child, 'exit');
      await run(...asServer('pg_ctl', ['-D', data, '-m', 'immediate', '-W', 'stop']), { cwd: folder });
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A new database on the server, so that tests of one file do not interfere. */
export async function createDatabase({ url }: TestPostgres, name: string): Promise<string> {
  const client = new Client(url);
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return url.replace(/\/postgres$/, `/${name}`);
}

/** A statement that computes until it is stopped. One that sleeps would see the real time where `faketime` moves it. */
export const endlessStatement = 'select count(n) from (select generate_series(1, 10000000000) as n) as numbers';
