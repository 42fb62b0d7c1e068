import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedDatabases } from '../../../server/projects/databases/embeddedDatabases.ts';
import { passwordVerifier } from '../../../server/projects/databases/passwordVerifier.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'basechart-databases-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('give the developer the password that was chosen, as Postgres itself stores it', async () => {
  const databases = await openEmbeddedDatabases({
    folder,
    cacheFolder: resolve('.cache'),
    poolLimit: 1,
    onRestart: () => {},
  });
  const verifier = await passwordVerifier('correct horse');
  const spec = {
    ref: 'a'.repeat(20),
    computeSize: 'micro',
    automaticRls: true,
    passwordVerifier: verifier,
    platformPassword: 'of this test',
  } as const;
  await databases.create(spec);
  const engine = await databases.open(spec);
  try {
    // Interrupted work is done again.
    for (const given of [verifier, verifier, null]) {
      await databases.furnish({ ...spec, passwordVerifier: given }, engine);
      const found = await engine.lease(({ client }) =>
        client.query(`select rolpassword, rolcanlogin from pg_authid where rolname = 'postgres'`),
      );
      expect(found.rows).toEqual([{ rolpassword: given, rolcanlogin: true }]);
    }
    await databases.furnish(spec, engine);
    const likewise = await engine.lease(async ({ client }) => {
      await client.query(`create role likewise password '${verifier}'`);
      return await client.query(
        `select count(distinct rolpassword)::int as kinds from pg_authid where rolname in ('postgres', 'likewise')`,
      );
    });
    expect(likewise.rows).toEqual([{ kinds: 1 }]);
  } finally {
    await engine.stop();
  }
});
