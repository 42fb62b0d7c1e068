import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkPassword } from '../../../src/services/accounts/passwordCheck.ts';
import { createOrganization } from '../../../src/services/organizations/organizations.ts';
import {
  createProject,
  deleteProject,
  pauseProject,
  restartProject,
  restoreProject,
} from '../../../src/services/projects/projects.ts';
import { provideTestRuntime } from '../../fixtures/runtime.ts';
import { acme, ordersDetail } from '../../fixtures/screen.ts';

let server: Server;
let asked: { method: string | undefined; url: string | undefined; body: unknown };
let answer: { status: number; body: unknown };
const signal = new AbortController().signal;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const text = Buffer.concat(chunks).toString();
        asked = { method: request.method, url: request.url, body: text === '' ? undefined : JSON.parse(text) };
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());
beforeEach(() =>
  provideTestRuntime({
    config: { apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` },
    accessToken: async () => 'token',
  }),
);

it('makes an organization', async () => {
  answer = { status: 201, body: acme };
  await expect(createOrganization({ name: 'Acme', kind: 'PERSONAL', tier: 'tier_free' }, signal)).resolves.toEqual(
    acme,
  );
  expect(asked).toEqual({
    method: 'POST',
    url: '/api/platform/organizations',
    body: { name: 'Acme', kind: 'PERSONAL', tier: 'tier_free' },
  });
});

it('makes a project', async () => {
  answer = { status: 201, body: ordersDetail('COMING_UP') };
  const input = {
    organization_slug: 'acme',
    name: 'Orders',
    db_pass: 'correct horse',
    cloud_provider: 'AWS',
    region: 'us-west-1',
    data_api: true,
    automatic_rls: false,
  } as const;
  await expect(createProject(input, signal)).resolves.toMatchObject({ status: 'COMING_UP' });
  expect(asked).toEqual({ method: 'POST', url: '/api/platform/projects', body: input });
});

it.each([
  ['pause', pauseProject, 'PAUSING'],
  ['restart', restartProject, 'RESTARTING'],
  ['restore', restoreProject, 'RESTORING'],
] as const)('asks to %s a project', async (command, ask, status) => {
  answer = { status: 202, body: { status } };
  await expect(ask({ ref: 'a/b' }, signal)).resolves.toEqual({ status });
  expect(asked).toMatchObject({ method: 'POST', url: `/api/platform/projects/a%2Fb/${command}` });
});

it('deletes a project', async () => {
  answer = { status: 202, body: { status: 'GOING_DOWN' } };
  await expect(deleteProject({ ref: 'abc' }, signal)).resolves.toBeUndefined();
  expect(asked).toMatchObject({ method: 'DELETE', url: '/api/platform/projects/abc' });
});

it('has a password checked, without the platform’s prefix', async () => {
  const result = { score: 3, feedback: { warning: '', suggestions: [] } } as const;
  answer = { status: 200, body: { result } };
  await expect(checkPassword({ password: 'correct horse' }, signal)).resolves.toEqual(result);
  expect(asked).toEqual({ method: 'POST', url: '/api/profile/password-check', body: { password: 'correct horse' } });
});

it('says in plain words that an answer is not what it should be', async () => {
  answer = { status: 200, body: { result: { score: 9 } } };
  await expect(checkPassword({ password: 'x' }, signal)).rejects.toMatchObject({ code: 'unexpected_answer' });
});
