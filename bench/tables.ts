/** The table editor: pages of a large table, its export, and a catalog of many tables. */
import { everyRow, type RowPosition } from '../src/contract/tables/rows.ts';
import { createOrganization, createProject, rowsOf } from '../test/support/projects.ts';
import { startTestServer } from '../test/support/server.ts';
import { median, type Figure } from './figure.ts';

const rows = 10_000_000;
/** Rows that one statement inserts, within the time that it has, and rows that are exported. */
const rowsAtOnce = 250_000;
const exportedRows = 1_000_000;
const tables = 10_000;
/** Tables that one transaction creates. */
const tablesAtOnce = 250;
const attempts = 9;

export async function benchTables(): Promise<Figure[]> {
  const server = await startTestServer();
  try {
    const user = await server.signUp();
    const ref = await createProject(user, await createOrganization(user));
    await rowsOf(user, ref, 'create table large (id bigint primary key, name text, total numeric, made timestamptz)');
    for (let from = 1; from <= rows; from += rowsAtOnce)
      await rowsOf(
        user,
        ref,
        `insert into large select n, 'Name ' || n, n / 4.0, now() from generate_series(${from}, ${from + rowsAtOnce - 1}) n`,
      );
    await rowsOf(user, ref, 'analyze large');
    await rowsOf(user, ref, 'create schema many');
    // A transaction has locks for some hundred tables.
    for (let from = 1; from <= tables; from += tablesAtOnce)
      await rowsOf(
        user,
        ref,
        `do $$ begin for n in ${from}..${from + tablesAtOnce - 1} loop
           execute 'create table many.t' || n || ' (id int)';
         end loop; end $$`,
      );
    const [[id] = []] = await rowsOf(user, ref, `select 'large'::regclass::oid`);
    const path = `/api/platform/projects/${ref}/tables`;
    const timed = async (send: () => Promise<{ status: number }>, times = attempts): Promise<number[]> => {
      const samples: number[] = [];
      for (let attempt = 0; attempt < times; attempt++) {
        const start = performance.now();
        const { status } = await send();
        if (status !== 200) throw new Error(`A request of the benchmark was answered with ${status}.`);
        samples.push(performance.now() - start);
      }
      return samples;
    };
    const page = async (position: RowPosition | null): Promise<number> => {
      const [ms] = await timed(
        () => user.send('POST', `${path}/${id}/rows`, { json: { view: everyRow, position } }),
        1,
      );
      return ms!;
    };
    const first: number[] = [];
    const middle: number[] = [];
    const last: number[] = [];
    // In turn, so that what else the machine does is in all of them.
    for (let attempt = 0; attempt < attempts; attempt++) {
      first.push(await page(null));
      middle.push(await page({ by: 'key', values: { id: String(rows / 2) }, backward: false }));
      last.push(await page({ by: 'end' }));
    }
    const exported = await timed(
      () =>
        user.send('POST', `${path}/${id}/export`, {
          json: { view: { ...everyRow, where: `id <= ${exportedRows}` }, columns: ['id', 'name'], format: 'csv' },
        }),
      3,
    );
    const list = await timed(() => user.send('GET', `${path}?schema=many`));
    return [
      { name: `First page of ${rows.toLocaleString('en')} rows`, samples: first, unit: 'ms', limit: { atMost: 150 } },
      { name: 'A page in the middle', samples: middle, unit: 'ms' },
      { name: 'Last page', samples: last, unit: 'ms' },
      {
        name: 'Last page, beside the first',
        samples: [median(last) / median(first)],
        unit: '×',
        limit: { atMost: 1.5 },
      },
      { name: `Export of ${exportedRows.toLocaleString('en')} rows`, samples: exported, unit: 'ms' },
      {
        name: `First page of ${tables.toLocaleString('en')} tables`,
        samples: list,
        unit: 'ms',
        limit: { atMost: 100 },
      },
    ];
  } finally {
    await server.stop();
  }
}
