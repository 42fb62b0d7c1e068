import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openControlDatabaseIn } from '../../support/controlDatabase.ts';
import { prepareData } from '../../support/preparedData.ts';
import { createOrganization, createProject, rowsOf, waitForStatus } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let dataFolder: string;
let server: TestServer;
let ada: TestUser;
let ref: string;

/** A server whose predecessor left a status behind without the operation that would change it. */
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'basechart-lost-'));
  await prepareData(dataFolder, {});
  const before = await startTestServer({ dataFolder });
  const { token, ...user } = await before.signUp();
  ref = await createProject({ ...user, token }, await createOrganization({ ...user, token }));
  await before.stop();
  const control = await openControlDatabaseIn(dataFolder);
  await control.db.updateTable('projects').set({ status: 'PAUSING' }).where('ref', '=', ref).execute();
  await control.close();
  server = await startTestServer({ dataFolder });
  ada = { ...user, token, send: (method, path, options) => server.send(method, path, { token, ...options }) };
});
afterAll(async () => {
  await server?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

it('a project that is said to be worked on, by nobody, is looked at and says how it is', async () => {
  expect(await waitForStatus(ada, ref, 'ACTIVE_HEALTHY')).toMatchObject({ status_reason: null });
  expect(await rowsOf(ada, ref, 'select 1')).toEqual([['1']]);
});
