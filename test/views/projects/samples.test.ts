/** Sample code: what it holds, and whether what Node can run does what it says. */
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlainName, sampleIds, samples, type SampleId } from '../../../src/views/projects/clientCode.ts';

const run = promisify(execFile);

let server: Server;
let url: string;
const asked: (string | undefined)[][] = [];
beforeAll(async () => {
  server = createServer(({ url: path, headers }, response) => {
    asked.push([path, headers['apikey'] as string, headers.authorization]);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":7}]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterAll(() => void server.close());

const textOf = (id: SampleId, access: { url: string; anon: string; table: string }) =>
  samples[id]
    .files(access)
    .map(({ code }) => code)
    .join('\n');

describe('sample code', () => {
  it.each(sampleIds)('in %s has the address, the key and the table, and reads the response', (id) => {
    const code = textOf(id, { url: 'https://db.example/api', anon: 'the-key', table: 'orders' });
    expect(code).toContain('https://db.example/api');
    expect(code).toContain('the-key');
    expect(code).toContain('/rest/v1/orders?select=*');
    expect(code).toMatch(/apikey/);
    expect(code).toMatch(/json|GetStringAsync|ofString|curl|readRows/i);
  });

  it('in JavaScript does so', async () => {
    const code = textOf('javascript', { url, anon: 'the-key', table: 'orders' });
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
    expect(stdout).toMatch(/id\W+7/);
    expect(asked).toEqual([['/api/rest/v1/orders?select=*', 'the-key', 'Bearer the-key']]);
  });
});

it.each([
  ['orders', true],
  ['order_items2', true],
  ['Old "log"', false],
  ["a'; drop", false],
  ['', false],
])('a table named %o is in the code only if that needs no quotes: %s', (name, plain) => {
  expect(isPlainName(name)).toBe(plain);
});
