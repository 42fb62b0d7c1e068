/** Snippets and runs belong to one user and one project: each filter of their SQL, and what each may fill. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  beginRun,
  endInterruptedRuns,
  endRun,
  findRunning,
  isCancelRequested,
  listRunning,
  listRuns,
  recordBackend,
  requestCancel,
  type RunKey,
} from '../../../server/projects/queries/queryRuns.ts';
import {
  deleteSnippet,
  listSnippets,
  readSnippet,
  saveSnippet,
  type SnippetOwner,
} from '../../../server/projects/snippets/snippets.ts';
import { statementTimeoutMaxMs } from '../../../src/contract/sql/queryLimits.ts';
import {
  addProject,
  addUser,
  openTestControlDatabase,
  type TestControlDatabase,
} from '../../support/controlDatabase.ts';

let control: TestControlDatabase;
/** Two users on one project, and the first of them on another. */
let owners: [SnippetOwner, SnippetOwner, SnippetOwner];
beforeAll(async () => {
  control = await openTestControlDatabase();
});
beforeEach(async () => {
  const [ada, bob] = [await addUser(control.db), await addUser(control.db)];
  const [here, elsewhere] = [await addProject(control.db), await addProject(control.db)];
  owners = [
    { projectId: here, ownerId: ada },
    { projectId: here, ownerId: bob },
    { projectId: elsewhere, ownerId: ada },
  ];
});
afterAll(() => control?.close());

describe('snippets', () => {
  const save = (owner: SnippetOwner, id: string, text: string, version = 0) =>
    saveSnippet(control.db, owner, id, { name: 'Orders', sql: text, base_version: version });
  const textsOf = (id: string) =>
    Promise.all(
      owners.map((owner) =>
        readSnippet(control.db, owner, id).then(
          (snippet) => snippet.sql,
          ({ code }: { code: string }) => code,
        ),
      ),
    );

  it('are one user’s on one project: another row with the same id stays as it is', async () => {
    const [own, ofBob, elsewhere] = owners;
    const id = randomUUID();
    await save(own, id, 'own');
    expect(await textsOf(id)).toEqual(['own', 'snippet_not_found', 'snippet_not_found']);
    for (const other of [ofBob, elsewhere]) {
      expect(await listSnippets(control.db, other)).toEqual([]);
      await expect(save(other, id, 'taken', 1)).rejects.toMatchObject({ code: 'snippet_not_found' });
      await expect(deleteSnippet(control.db, other, id)).rejects.toMatchObject({ code: 'snippet_not_found' });
    }
    await save(ofBob, id, 'of Bob');
    await save(elsewhere, id, 'elsewhere');
    await save(own, id, 'changed', 1);
    expect(await textsOf(id)).toEqual(['changed', 'of Bob', 'elsewhere']);
    await deleteSnippet(control.db, own, id);
    expect(await textsOf(id)).toEqual(['snippet_not_found', 'of Bob', 'elsewhere']);
  });

  it('are changed and deleted one at a time', async () => {
    const [own] = owners;
    const [first, second] = [randomUUID(), randomUUID()];
    await save(own, first, 'first');
    await save(own, second, 'second');
    await save(own, first, 'changed', 1);
    expect((await readSnippet(control.db, own, second)).sql).toBe('second');
    await deleteSnippet(control.db, own, first);
    expect(await listSnippets(control.db, own)).toEqual([expect.objectContaining({ id: second })]);
  });

  it('are at most 2,000 of one user on one project; what is there may still be changed', async () => {
    const [own, ofBob] = owners;
    const rows = Array.from({ length: 1_999 }, () => ({
      project_id: own.projectId,
      owner_id: own.ownerId,
      id: randomUUID(),
      name: 'Orders',
      sql: 'select 1',
      version: 1,
      updated_at: new Date(),
    }));
    await control.db.insertInto('snippets').values(rows).execute();
    const last = randomUUID();
    await save(own, last, 'the last one');
    await expect(save(own, randomUUID(), 'one too many')).rejects.toMatchObject({
      status: 403,
      code: 'snippet_limit_reached',
      message: expect.stringContaining('at most 2000 queries'),
    });
    expect(await save(own, last, 'changed', 1)).toMatchObject({ sql: 'changed', version: 2 });
    expect(await save(ofBob, randomUUID(), 'select 1')).toMatchObject({ version: 1 });
  });
});

describe('query runs', () => {
  const id = randomUUID();
  const keyOf = ({ ownerId, projectId }: SnippetOwner, of: string = id): RunKey => ({
    userId: ownerId,
    projectId,
    id: of,
  });
  const outcomes = () =>
    Promise.all(
      owners.map(async (owner) =>
        (await listRuns(control.db, keyOf(owner))).filter((run) => run.id === id).map(({ outcome }) => outcome),
      ),
    );
  const succeeded = { outcome: 'succeeded', error: null, durationMs: 1 } as const;

  it('are one user’s on one project: another run with the same id goes on', async () => {
    const [own, ofBob, elsewhere] = owners;
    await beginRun(control.db, keyOf(own), 'select 1');
    expect(await outcomes()).toEqual([['running'], [], []]);
    for (const other of [ofBob, elsewhere]) expect(await findRunning(control.db, keyOf(other))).toBeUndefined();
    for (const other of [ofBob, elsewhere]) await beginRun(control.db, keyOf(other), 'select 1');
    await recordBackend(control.db, keyOf(own), 7);
    const backends = await Promise.all(owners.map((owner) => findRunning(control.db, keyOf(owner))));
    expect(backends).toEqual([{ backend_pid: 7 }, { backend_pid: null }, { backend_pid: null }]);
    await endRun(control.db, keyOf(own), succeeded);
    expect(await outcomes()).toEqual([['succeeded'], ['running'], ['running']]);
    expect(await findRunning(control.db, keyOf(own))).toBeUndefined();
    const running = await Promise.all(owners.map((owner) => listRunning(control.db, keyOf(owner))));
    expect(running.map((runs) => runs.map((run) => run.id))).toEqual([[], [id], [id]]);
  });

  it('are canceled one at a time, while they run', async () => {
    const [own, ofBob, elsewhere] = owners;
    await beginRun(control.db, keyOf(own), 'select 1');
    await beginRun(control.db, keyOf(ofBob), 'select 1');
    const requested = () => Promise.all(owners.map((owner) => isCancelRequested(control.db, keyOf(owner))));
    expect(await requestCancel(control.db, keyOf(elsewhere))).toBe(false);
    expect(await requested()).toEqual([false, false, false]);
    expect(await requestCancel(control.db, keyOf(own))).toBe(true);
    expect(await requested()).toEqual([true, false, false]);
    await endRun(control.db, keyOf(ofBob), succeeded);
    expect(await requestCancel(control.db, keyOf(ofBob))).toBe(false);
    expect(await requested()).toEqual([true, false, false]);
  });

  it('are listed with the beginning of their text while they run, which says so', async () => {
    const [own] = owners;
    const texts = ['select 1', `${'x'.repeat(99)}😀`, `${'x'.repeat(99)}😀x`, 'x'.repeat(20_000)];
    for (const text of texts) await beginRun(control.db, keyOf(own, randomUUID()), text);
    const running = (await listRunning(control.db, keyOf(own))).map((run) => [run.sql, run.cut, run.outcome]);
    expect(running).toHaveLength(4);
    expect(running).toEqual(
      expect.arrayContaining([
        ['select 1', false, 'running'],
        [`${'x'.repeat(99)}😀`, false, 'running'],
        [`${'x'.repeat(99)}😀`, true, 'running'],
        ['x'.repeat(100), true, 'running'],
      ]),
    );
  });

  it('end one at a time', async () => {
    const [own] = owners;
    const another = keyOf(own, randomUUID());
    await beginRun(control.db, keyOf(own), 'select 1');
    await beginRun(control.db, another, 'select 2');
    await recordBackend(control.db, another, 7);
    expect(await findRunning(control.db, keyOf(own))).toEqual({ backend_pid: null });
    await endRun(control.db, another, succeeded);
    expect(await outcomes()).toEqual([['running'], [], []]);
    expect(await findRunning(control.db, another)).toBeUndefined();
  });

  it('that a server left behind when it died count as failed, once none can still be running', async () => {
    const [own] = owners;
    const [old, recent, ended] = [randomUUID(), randomUUID(), randomUUID()];
    for (const left of [old, recent, ended]) await beginRun(control.db, keyOf(own, left), 'select 1');
    await endRun(control.db, keyOf(own, ended), succeeded);
    await sql`update basechart.query_runs set started_at = started_at - ${2 * statementTimeoutMaxMs + 1} * interval '1 ms'
      where id in (${old}, ${ended})`.execute(control.db);
    const shown = async () =>
      Object.fromEntries((await listRuns(control.db, keyOf(own))).map((run) => [run.id, [run.outcome, run.error]]));
    const failed = ['failed', 'The server stopped while this query was running.'];
    expect(await shown()).toEqual({ [old]: failed, [recent]: ['running', null], [ended]: ['succeeded', null] });
    expect((await listRunning(control.db, keyOf(own))).map((run) => run.id)).toEqual([recent]);
    await endInterruptedRuns(control.db);
    expect(await shown()).toEqual({ [old]: failed, [recent]: failed, [ended]: ['succeeded', null] });
  });

  it('grow old by themselves: a hundred later ones let only the user’s own go, and none that still runs', async () => {
    const [own] = owners;
    const running = keyOf(own, randomUUID());
    await beginRun(control.db, running, 'select pg_sleep(60)');
    for (const owner of owners) {
      await beginRun(control.db, keyOf(owner), 'select 1');
      await endRun(control.db, keyOf(owner), succeeded);
    }
    for (let later = 0; later < 100; later++) {
      const key = keyOf(own, randomUUID());
      await beginRun(control.db, key, 'select 2');
      await endRun(control.db, key, succeeded);
    }
    expect(await outcomes()).toEqual([[], ['succeeded'], ['succeeded']]);
    expect(await listRuns(control.db, keyOf(own))).toHaveLength(100);
    expect(await findRunning(control.db, running)).toBeDefined();
  });
});
