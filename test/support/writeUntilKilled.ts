/**
 * Commits batches into the database of the folder named by the first argument, prints each number after its commit was
 * acknowledged, and continues until it is killed. Batches also change rows, create tables and set checkpoints.
 */
import { openEmbeddedEngine } from '../../server/projects/engines/embedded/embeddedEngine.ts';

const engine = await openEmbeddedEngine({
  folder: process.argv[2] ?? '',
  cacheFolder: '.cache',
  create: true,
  extensions: true,
});
await engine.lease(async ({ client }) => {
  await client.query(
    'create table if not exists batches(id bigserial primary key, batch int, x text); create index if not exists batches_x on batches(x)',
  );
  const {
    rows: [row],
  } = await client.query<{ last: number }>('select coalesce(max(batch), 0) as last from batches');
  process.send?.({ ready: row?.last ?? 0 });
  for (let batch = (row?.last ?? 0) + 1; ; batch++) {
    await client.query('begin');
    await client.query('insert into batches(batch, x) select $1, md5(random()::text) from generate_series(1, 300)', [
      batch,
    ]);
    await client.query('update batches set x = md5(x) where batch = $1', [batch - 1]);
    if (batch % 7 === 0)
      await client.query(`create table if not exists extra_${batch} as select generate_series(1, 1000) as a`);
    await client.query('commit');
    process.send?.({ committed: batch });
    if (batch % 40 === 0) await client.query('checkpoint');
  }
});
