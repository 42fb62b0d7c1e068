import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

const passwordStrength = '../../../server/platform/passwordStrength.ts';

let appFolder: string;
beforeAll(async () => {
  // Files before this one have loaded the server already.
  vi.resetModules();
  vi.doMock(passwordStrength, { spy: true });
  appFolder = await mkdtemp(join(tmpdir(), 'basechart-app-'));
  await writeFile(join(appFolder, 'index.html'), '<title>Basechart</title>');
});
afterAll(async () => {
  vi.doUnmock(passwordStrength);
  vi.resetModules();
  await rm(appFolder, { recursive: true, force: true });
});

it('reads the dictionaries of the password check for the page of a first user, and for no later page', async () => {
  const { createPasswordStrength } = await import('../../../server/platform/passwordStrength.ts');
  const { startTestServer } = await import('../../support/server.ts');
  const server = await startTestServer({ appFolder });
  try {
    const warm = vi.spyOn(vi.mocked(createPasswordStrength).mock.results[0]!.value, 'warm');
    await server.send('GET', '/api/status');
    expect(warm).not.toHaveBeenCalled();
    expect((await server.send('GET', '/sign-up')).status).toBe(200);
    expect(warm).toHaveBeenCalledOnce();
    await server.signUp();
    expect((await server.send('GET', '/sign-up')).status).toBe(200);
    expect(warm).toHaveBeenCalledOnce();
  } finally {
    await server.stop();
  }
});
