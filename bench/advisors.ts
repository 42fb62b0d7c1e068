/** The advisors of a catalog of many tables: every second one has indexes and policies that lints look at. */
import { createOrganization, createProject, rowsOf } from '../test/support/projects.ts';
import { startTestServer } from '../test/support/server.ts';
import type { Figure } from './figure.ts';

const tables = 10_000;
/** Tables that one transaction creates: it has locks for some hundred. */
const tablesAtOnce = 250;
const attempts = 9;

export async function benchAdvisors(): Promise<Figure[]> {
  const server = await startTestServer();
  try {
    const user = await server.signUp();
    const ref = await createProject(user, await createOrganization(user));
    for (let from = 1; from <= tables; from += tablesAtOnce)
      await rowsOf(
        user,
        ref,
        `do $$ begin for n in ${from}..${from + tablesAtOnce - 1} loop
           execute format('create table t%s (id int primary key, owner text, other int)', n);
           if n % 2 = 0 then
             execute format('create index on t%s (other); create policy own on t%1$s using (owner = current_setting(''x'', true))', n);
           end if;
         end loop; end $$`,
      );
    await rowsOf(user, ref, 'analyze');
    const samples: number[] = [];
    for (let attempt = 0; attempt < attempts; attempt++) {
      const start = performance.now();
      const { status } = await user.send('GET', `/api/platform/projects/${ref}/advisors`);
      if (status !== 200) throw new Error(`A request of the benchmark was answered with ${status}.`);
      samples.push(performance.now() - start);
    }
    return [
      {
        name: `All lints over ${tables.toLocaleString('en')} tables`,
        samples,
        unit: 'ms',
        limit: { atMost: 3_000 },
      },
    ];
  } finally {
    await server.stop();
  }
}
