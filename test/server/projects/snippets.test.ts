/** Snippets as the server keeps them: each user's own, never overwritten unseen, and not without end. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sqlMaxLength } from '../../../src/contract/sql/queryLimits.ts';
import { untitledSnippet } from '../../../src/contract/sql/queryTitle.ts';
import { snippetSchema, snippetSummarySchema } from '../../../src/contract/sql/snippet.ts';
import { createOrganization, projectInput } from '../../support/projects.ts';
import { startTestServer, type TestServer, type TestUser } from '../../support/server.ts';

let server: TestServer;
let ada: TestUser;
let address: string;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.signUp();
  const { json } = await ada.send('POST', '/api/platform/projects', {
    json: projectInput(await createOrganization(ada)),
  });
  address = `/api/platform/projects/${json.ref}/snippets`;
});
afterAll(() => server.stop());

const save = (id: string, sql: string, baseVersion = 0, name = 'Orders') =>
  ada.send('PUT', `${address}/${id}`, { json: { name, sql, base_version: baseVersion } });

it('are saved, read, listed without their text, and deleted', async () => {
  const id = randomUUID();
  expect(v.parse(snippetSchema, (await save(id, 'select 1')).json)).toMatchObject({ id, version: 1, sql: 'select 1' });
  expect((await save(id, 'select 2', 1)).json).toMatchObject({ version: 2 });
  expect((await ada.send('GET', `${address}/${id}`)).json).toMatchObject({ sql: 'select 2', version: 2 });
  const { json: list } = await ada.send('GET', address);
  expect(v.parse(v.array(snippetSummarySchema), list)).toEqual(list);
  expect(list).toEqual([expect.not.objectContaining({ sql: expect.anything() })]);
  expect((await ada.send('DELETE', `${address}/${id}`)).status).toBe(204);
  expect((await ada.send('GET', `${address}/${id}`)).status).toBe(404);
});

it('without a name are listed with what they do, and named ones are not', async () => {
  const [unnamed, silent, named] = [randomUUID(), randomUUID(), randomUUID()];
  const select = "select * from orders where email = 'ada@example.com'";
  expect((await save(unnamed, select, 0, untitledSnippet)).json).toMatchObject({ statement: 'orders: select' });
  await save(silent, 'not yet SQL', 0, 'Untitled query 2');
  await save(named, select);
  const { json: list } = await ada.send('GET', address);
  const statements = Object.fromEntries(
    v.parse(v.array(snippetSummarySchema), list).map(({ id, statement }) => [id, statement]),
  );
  expect(statements).toEqual({ [unnamed]: 'orders: select', [silent]: null, [named]: null });
  for (const id of [unnamed, silent, named]) await ada.send('DELETE', `${address}/${id}`);
});

it('are not overwritten by whoever has not seen what is there', async () => {
  const id = randomUUID();
  await save(id, 'select 1');
  for (const baseVersion of [0, 2, 7])
    expect(await save(id, 'select 9', baseVersion)).toMatchObject({ status: 409, json: { code: 'snippet_conflict' } });
  const answers = await Promise.all(Array.from({ length: 5 }, (_, run) => save(id, `select ${run}`, 1)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  expect(await save(randomUUID(), 'select 1', 3)).toMatchObject({ status: 404, json: { code: 'snippet_not_found' } });
  await ada.send('DELETE', `${address}/${id}`);
});

it('may take 20 MB together, also when they are saved at the same moment', async () => {
  // Two bytes each, so that bytes are seen to count.
  const text = 'ä'.repeat(sqlMaxLength);
  const ids = Array.from({ length: 12 }, () => randomUUID());
  const answers = await Promise.all(ids.map((id) => save(id, text)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 403, 403]);
  expect(answers.find(({ status }) => status === 403)?.json).toMatchObject({
    code: 'snippet_space_used',
    message: expect.stringContaining('20 MB'),
  });
  // What is there may be changed for something as long, and room be made.
  const kept = ids.filter((_, place) => answers[place]?.status === 200);
  expect((await save(kept[0]!, 'ö'.repeat(sqlMaxLength), 1)).status).toBe(200);
  expect((await ada.send('GET', address)).text.length).toBeLessThan(10_000);
  await ada.send('DELETE', `${address}/${kept[1]}`);
  expect((await save(randomUUID(), text)).status).toBe(200);
});
