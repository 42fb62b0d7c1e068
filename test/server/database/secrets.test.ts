/** Secrets in the control plane's database: encrypted, with a key that is kept elsewhere. */
import { chmod, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../server/database/secretBox.ts';
import type { ProjectSecrets } from '../../../server/database/tables/project.tables.ts';
import { openSecrets } from '../../../server/projects/secrets/projectSecrets.ts';
import { createDatabase, postgresPrograms, startPostgres, type TestPostgres } from '../../support/postgres.ts';
import { createOrganization, createProject, rowsOf } from '../../support/projects.ts';
import { sharedSecretKey, startTestServer, type TestServer } from '../../support/server.ts';

const sealed = /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/;
const startFailure = (options: Parameters<typeof startTestServer>[0]): Promise<string> =>
  startTestServer(options).then(
    async (server) => {
      await server.stop();
      return 'it started';
    },
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('a box for secrets', () => {
  it('gives back what was put in, in its own place and with its own key only', async () => {
    const [box, other] = await Promise.all([
      createSecretBox(Buffer.alloc(32, 1)),
      createSecretBox(Buffer.alloc(32, 2)),
    ]);
    const text = 'Grüße, 😀';
    const [once, again] = [await box.seal(text, 'a'), await box.seal(text, 'a')];
    expect(once).toMatch(sealed);
    expect(once).not.toBe(again);
    expect(await box.open(once, 'a')).toBe(text);
    await expect(box.open(once, 'b')).rejects.toThrow('was not written there');
    await expect(other.open(once, 'a')).rejects.toThrow('decryption');
    await expect(box.open(`${once.slice(0, -2)}AA`, 'a')).rejects.toThrow('decryption');
    await expect(box.open('in clear', 'a')).rejects.toThrow('Invalid Compact JWE');
  });
});

describe('a data folder', () => {
  let dataFolder: string;
  let file: string;
  beforeAll(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'basechart-secrets-'));
    file = join(dataFolder, 'secret.key');
    await (await startTestServer({ dataFolder })).stop();
  });
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));

  it('holds a key that its owner alone can read, also after its mode was lost', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await chmod(file, 0o644);
    await (await startTestServer({ dataFolder })).stop();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('whose key is missing, broken or another one is not used, and the file is named', async () => {
    const key = await readFile(file, 'utf8');
    await rename(file, `${file}.away`);
    expect(await startFailure({ dataFolder })).toMatch(
      /^StartError: The encryption key for the secrets .* there is no .*secret\.key, .* Restore the file/,
    );
    await writeFile(file, 'short');
    expect(await startFailure({ dataFolder })).toMatch(/^StartError: .*secret\.key contains no key/);
    await writeFile(file, Buffer.alloc(32, 9).toString('base64'));
    expect(await startFailure({ dataFolder })).toMatch(/^StartError: The key in .*secret\.key does not match/);
    expect(await startFailure({ dataFolder, env: { BASECHART_SECRET_KEY: sharedSecretKey } })).toMatch(
      /^StartError: The key that BASECHART_SECRET_KEY gives does not match/,
    );
    expect(await startFailure({ dataFolder, env: { BASECHART_SECRET_KEY: 'short and secret' } })).toBe(
      'SettingsError: The settings are not usable:\n  BASECHART_SECRET_KEY must be 32 bytes in base64.',
    );
    await rm(file);
    await rename(`${file}.away`, file);
    expect(await readFile(file, 'utf8')).toBe(key);
    await rm(file);
    expect(await startFailure({ dataFolder, env: { BASECHART_SECRET_KEY: key.trim() } })).toBe('it started');
  });
});

describe.skipIf(postgresPrograms === undefined)('a database', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  const ask = async <Row extends object>(url: string, sql: string): Promise<Row[]> => {
    const client = new Client(url);
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  it('holds no secret in clear, and what an earlier version left in clear is encrypted at the next start', async () => {
    const url = await createDatabase(postgres, 'clear');
    const env = { DATABASE_URL: url };
    let server = await startTestServer({ env });
    const ada = await server.signUp();
    const ref = await createProject(ada, await createOrganization(ada));
    const { json: keys } = await ada.send('GET', `/api/platform/projects/${ref}/api-keys`);
    const { json: jwks } = await server.send('GET', '/auth/v1/.well-known/jwks.json');
    await server.stop();

    const secretsIn = () =>
      ask<ProjectSecrets>(
        url,
        'select jwt_secret, anon_key, service_role_key, platform_password, password_verifier from basechart.project_secrets',
      );
    const keysIn = () => ask<{ jwk: unknown }>(url, 'select jwk from basechart_auth.signing_keys');
    const current = 'activated_at is not null';
    const expectSealed = async () => {
      const [row] = await secretsIn();
      for (const text of Object.values(row ?? {})) expect(text).toMatch(sealed);
      for (const { jwk } of await keysIn()) expect(jwk).toMatch(sealed);
      return row!;
    };
    const box = await createSecretBox(Buffer.from(sharedSecretKey, 'base64'));
    const clear = await openSecrets(box, ref, await expectSealed());
    expect(clear).toMatchObject({ anon_key: keys.anon, password_verifier: expect.stringMatching(/^SCRAM-SHA-256\$/) });

    // As the version before wrote it.
    const [signing] = await ask<{ kid: string; jwk: string }>(
      url,
      `select kid, jwk from basechart_auth.signing_keys where ${current}`,
    );
    const jwk = await box.open(signing?.jwk ?? '', `signing_keys/${signing?.kid}`);
    await ask(
      url,
      `
      update basechart.project_secrets set ${Object.entries(clear)
        .map(([name, text]) => `${name} = '${text}'`)
        .join(', ')};
      update basechart_auth.signing_keys set jwk = '${jwk}'::jsonb where ${current};
      delete from basechart.secret_keys`,
    );
    // Two servers that start at the same moment do it once.
    const both = await Promise.all([startTestServer({ env }), startTestServer({ env })]);
    server = both[0];
    try {
      await expectSealed();
      const again = {
        ...ada,
        send: (method: string, path: string, options = {}) =>
          both[1].send(method, path, { token: ada.token, ...options }),
      };
      expect((await again.send('GET', `/api/platform/projects/${ref}/api-keys`)).json).toMatchObject({
        anon: keys.anon,
        service_role: keys.service_role,
      });
      expect(await rowsOf(again, ref, 'select 1')).toEqual([['1']]);
      expect((await server.send('GET', '/auth/v1/.well-known/jwks.json')).json).toEqual(jwks);
      const answer = await server.send('GET', `/project/${ref}/api/rest/v1/nothing`, {
        headers: { apikey: keys.anon },
      });
      expect(answer.json.code).toBe('42P01');
    } finally {
      await Promise.all(both.map((one) => one.stop()));
    }
  });

  it('belongs to one key: a second server with a key of its own is told what to set, and leaves none behind', async () => {
    const env = { DATABASE_URL: await createDatabase(postgres, 'owned'), BASECHART_SECRET_KEY: '' };
    const folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), 'basechart-secrets-'))));
    let started: TestServer | undefined;
    const tries = await Promise.allSettled(folders.map((dataFolder) => startTestServer({ env, dataFolder })));
    try {
      const refused = tries.filter((attempt) => attempt.status === 'rejected');
      started = tries.find((attempt) => attempt.status === 'fulfilled')?.value;
      expect(refused.map(({ reason }) => (reason as Error).message)).toEqual([
        expect.stringContaining('set BASECHART_SECRET_KEY to it on each of them'),
      ]);
      const files = await Promise.all(
        folders.map((folder) => readFile(join(folder, 'secret.key'), 'utf8').catch(() => null)),
      );
      expect(files.filter((key) => key !== null)).toHaveLength(1);
      const third = await startTestServer({
        env: { ...env, BASECHART_SECRET_KEY: files.find((key) => key !== null)?.trim() ?? '' },
      });
      await third.stop();
    } finally {
      await started?.stop();
      await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
    }
  });
});
