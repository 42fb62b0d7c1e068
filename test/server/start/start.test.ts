import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeJwt } from 'jose';
import { DatabaseError } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toApiError } from '../../../server/http/errors.ts';
import { prettyLine } from '../../../server/http/log.pretty.ts';
import { createLogger } from '../../../server/http/log.ts';
import { EngineError } from '../../../server/projects/engines/engineError.ts';
import { startTestServer } from '../../support/server.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-start-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a data folder', () => {
  test('keeps users, sessions, profiles and organizations over a restart', async () => {
    const dataFolder = join(folder, 'kept');
    const first = await startTestServer({ dataFolder });
    const user = await first.signUp('kept@example.com');
    const { json: organization } = await user.send('POST', '/api/platform/organizations', {
      json: { name: 'Kept', kind: 'PERSONAL', tier: 'tier_free' },
    });
    await first.stop();

    const second = await startTestServer({ dataFolder });
    try {
      expect((await second.send('GET', '/api/platform/organizations', { token: user.token })).json).toEqual([
        organization,
      ]);
      const refreshed = await second.send('POST', '/auth/v1/token?grant_type=refresh_token', {
        json: { refresh_token: user.refreshToken },
      });
      expect(refreshed.status).toBe(200);
      expect(
        (
          await second.send('POST', '/auth/v1/token?grant_type=password', {
            json: { email: user.email, password: user.password },
          })
        ).status,
      ).toBe(200);
    } finally {
      await second.stop();
    }
  });

  test('takes the plans of organizations from the settings, and keeps them', async () => {
    const dataFolder = join(folder, 'plans');
    const first = await startTestServer({ dataFolder });
    const user = await first.signUp('plans@example.com');
    const { json: organization } = await user.send('POST', '/api/platform/organizations', {
      json: { name: 'Grown', kind: 'PERSONAL', tier: 'tier_free' },
    });
    await first.stop();
    const tierWith = async (env: Record<string, string>) => {
      const server = await startTestServer({ dataFolder, env });
      try {
        const { json } = await server.send('GET', '/api/platform/organizations', { token: user.token });
        return (json as { tier: string }[]).map(({ tier }) => tier);
      } finally {
        await server.stop();
      }
    };
    expect(await tierWith({ BASECHART_PLANS: `${organization.slug}=pro, gone=team` })).toEqual(['tier_pro']);
    expect(await tierWith({})).toEqual(['tier_pro']);
  });

  test('that is damaged is said plainly, and left as it is', async () => {
    const dataFolder = join(folder, 'damaged');
    await (await startTestServer({ dataFolder })).stop();
    const control = join(dataFolder, 'control', 'pgdata', 'global', 'pg_control');
    await writeFile(control, Buffer.alloc(8192, 7));
    const before = await readdir(dataFolder, { recursive: true });
    await expect(startTestServer({ dataFolder })).rejects.toThrow(
      expect.objectContaining({ code: 'data_folder_corrupt', inFull: expect.stringContaining(dataFolder) }),
    );
    const after = await readdir(dataFolder, { recursive: true });
    expect(after).toEqual(
      expect.arrayContaining(before.filter((name) => !name.includes('lock.') && !name.includes('postmaster'))),
    );
    expect(await readFile(control)).toEqual(Buffer.alloc(8192, 7));
  });

  test('that another server uses is refused', async () => {
    const dataFolder = join(folder, 'shared');
    const first = await startTestServer({ dataFolder });
    try {
      await expect(startTestServer({ dataFolder })).rejects.toThrow(
        expect.objectContaining({ code: 'data_folder_in_use' }),
      );
      expect((await first.send('GET', '/healthz')).status).toBe(200);
    } finally {
      await first.stop();
    }
  });

  test('that cannot be made is said plainly', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    await expect(startTestServer({ dataFolder: join(file, 'data') })).rejects.toThrow(
      /data folder .* cannot be created: there is a file of that name, or on the way to it\./,
    );
    await expect(startTestServer({ dataFolder: file })).rejects.toThrow(
      /cannot be created: there is a file of that name/,
    );
    // Linux lets nobody make a folder there, and says so with the code of a missing parent.
    await expect(startTestServer({ dataFolder: '/proc/basechart/data' })).rejects.toThrow(
      'The data folder /proc/basechart/data cannot be created: that place takes no folders.',
    );
  });

  test('with databases of projects and none that knows them is not taken for an empty one', async () => {
    const dataFolder = join(folder, 'orphans');
    const database = join(dataFolder, 'projects', 'abcdefghijklmnopqrst');
    await mkdir(database, { recursive: true });
    await expect(startTestServer({ dataFolder })).rejects.toThrow(
      /has databases of projects \(1\) but not the control database/,
    );
    expect(await readdir(dataFolder)).toEqual(['projects']);
  });
});

test('where any free port will do, the server goes by the one it took', async () => {
  const server = await startTestServer();
  try {
    const { token } = await server.signUp();
    expect(decodeJwt(token).iss).toBe(`${server.origin}/auth/v1`);
  } finally {
    await server.stop();
  }
});

test('stopping lets a request under way end, and takes no new one', async () => {
  const server = await startTestServer();
  const { hostname, port } = new URL(server.origin);
  const body = JSON.stringify({ password: 'password' });
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/profile/password-check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  );
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  await once(socket, 'data');
  expect(received).toContain('100 Continue');
  const stopped = server.stop();
  await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow('fetch failed');
  socket.write(body);
  await once(socket, 'close');
  expect(received).toContain('HTTP/1.1 200 OK');
  expect(received).toContain('"score":0');
  await stopped;
});

describe('what stands in the way', () => {
  test('a port in use, and everything opened before is closed again', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    const dataFolder = join(folder, 'port');
    await expect(startTestServer({ dataFolder, env: { PORT: String(port) } })).rejects.toThrow(
      `Port ${port} is in use. Stop the process that listens on it, or choose another port: PORT=${port + 1} npm start`,
    );
    holder.close();
    await (await startTestServer({ dataFolder })).stop();
  });

  test('an address this machine does not have', async () => {
    await expect(startTestServer({ env: { HOST: '203.0.113.1' } })).rejects.toThrow(
      'This machine has no address "203.0.113.1"',
    );
  });

  test('a Postgres that does not answer; its password is not repeated', async () => {
    const started = startTestServer({ env: { DATABASE_URL: 'postgres://someone:hunter2@127.0.0.1:1/none' } });
    await expect(started).rejects.toThrow(/^The Postgres named by DATABASE_URL cannot be used: .*ECONNREFUSED/);
    await expect(started).rejects.not.toThrow(/hunter2/);
  });

  test('a file of flags that is none', async () => {
    const flags = join(folder, 'flags.json');
    await writeFile(flags, '[1, 2]');
    await expect(startTestServer({ env: { BASECHART_FLAGS_FILE: flags } })).rejects.toThrow(
      /BASECHART_FLAGS_FILE names .*flags\.json/,
    );
  });
});

/** A small disk of its own, where this user may make one. */
function makeSmallDisk(at: string, megabytes: number): boolean {
  mkdirSync(at);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', at], { stdio: 'ignore' }).status === 0;
}

test('a full disk is said plainly, what was read before is still read, and room makes it write again', async ({
  skip,
}) => {
  const disk = join(folder, 'disk');
  skip(!makeSmallDisk(disk, 90), 'making a disk needs rights that this user has not');
  try {
    const server = await startTestServer({ dataFolder: join(disk, 'data') });
    const user = await server.signUp();
    const organization = { json: { name: 'Full', kind: 'PERSONAL', tier: 'tier_free' } };
    const filler = join(disk, 'filler');
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(64 * 1024));
    }).toThrow(/ENOSPC/);

    // Small rows may still find room in pages that are there; a long one needs new ones.
    const refused = await user.send('PUT', '/auth/v1/user', {
      json: { data: { text: randomBytes(400_000).toString('hex') } },
    });
    expect({ status: refused.status, code: refused.json.error_code }).toEqual({
      status: 503,
      code: 'storage_unavailable',
    });
    let made = await user.send('POST', '/api/platform/organizations', organization);
    for (let attempt = 0; made.status === 201 && attempt < 500; attempt++)
      made = await user.send('POST', '/api/platform/organizations', organization);
    expect({ status: made.status, code: made.json.code }).toEqual({ status: 507, code: 'storage_full' });
    expect((await user.send('GET', '/api/platform/profile')).status).toBe(200);

    rmSync(filler);
    expect((await user.send('POST', '/api/platform/organizations', organization)).status).toBe(201);
    await server.stop();
  } finally {
    spawnSync('umount', [disk], { stdio: 'ignore' });
  }
});

describe('failures', () => {
  const postgresError = (code: string) =>
    Object.assign(new DatabaseError('could not extend file "secret"', 10, 'error'), { code });

  test.each([
    ['a full disk, from Postgres', postgresError('53100'), 507, 'storage_full'],
    ['a full disk, from the file system', Object.assign(new Error('write'), { code: 'ENOSPC' }), 507, 'storage_full'],
    ['a full disk, from an engine', new EngineError('disk_full', 'secret'), 507, 'storage_full'],
    ['a full disk, below another error', new Error('secret', { cause: postgresError('53100') }), 507, 'storage_full'],
    ['too many connections', postgresError('53300'), 503, 'storage_unavailable'],
    ['a database that went away', postgresError('57P01'), 503, 'storage_unavailable'],
    ['an engine that stopped', new EngineError('engine_stopped', 'secret'), 503, 'storage_unavailable'],
    [
      'a database that lets nobody in',
      Object.assign(postgresError('55000'), { severity: 'FATAL' }),
      503,
      'storage_unavailable',
    ],
    [
      'the same code of a statement',
      Object.assign(postgresError('55000'), { severity: 'ERROR' }),
      500,
      'unexpected_failure',
    ],
    ['a connection that broke', new Error('Connection terminated unexpectedly'), 503, 'storage_unavailable'],
    [
      'a pool with no connection left',
      new Error('timeout exceeded when trying to connect'),
      503,
      'storage_unavailable',
    ],
    [
      'a database that refuses',
      Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
      503,
      'storage_unavailable',
    ],
    ['anything else', new Error('secret'), 500, 'unexpected_failure'],
    ['what is no error at all', 'secret', 500, 'unexpected_failure'],
  ])('%s', (_name, thrown, status, code) => {
    const { message, ...answer } = toApiError(thrown);
    expect(answer).toMatchObject({ status, code });
    expect(message).not.toContain('secret');
  });

  test('are logged without what users typed', () => {
    const lines: string[] = [];
    const log = createLogger({
      level: 'info',
      format: 'json',
      destination: {
        write: (line) => {
          lines.push(line);
        },
      },
    });
    const error = Object.assign(postgresError('22P02'), {
      detail: 'canary',
      where: 'canary',
      internalQuery: 'canary',
      hint: 'canary',
      table: 'users',
    });
    error.message = 'invalid input syntax for type uuid: "canary"';
    error.stack = `error: ${error.message}\n    at parse (parser.js:1:1)`;
    log.error(
      { err: new Error('reading failed', { cause: error }), token: 'canary', nested: { password: 'canary' } },
      'request failed',
    );
    try {
      JSON.parse('{"password": canary');
    } catch (syntaxError) {
      log.error({ err: syntaxError }, 'parse');
    }
    expect(lines.join('')).not.toContain('canary');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      err: {
        message: 'reading failed',
        cause: { type: 'DatabaseError', sqlState: '22P02', table: 'users', frames: '    at parse (parser.js:1:1)' },
      },
      token: '[hidden]',
    });
    expect(prettyLine(lines[0] ?? '')).toMatch(/error.*request failed[\s\S]*22P02/);
  });
});
