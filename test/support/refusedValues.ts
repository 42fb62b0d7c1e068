/** Values that their columns refuse, as the table editor commits them on each engine. */
import type { CommitOutcome, RowChange } from '../../src/contract/tables/changes.ts';

/** Values, each with the column that takes none of its kind. */
const refused = {
  count: 'many',
  size: '70000',
  price: '123456.78',
  code: 'longer',
  born: '2020-02-31',
  mood: 'calm"; $1',
  notes: '{"open": ',
  tags: '{a',
  even: '3',
} as const;

interface Tables {
  query: (sql: string) => Promise<unknown>;
  commit: (table: string, changes: RowChange[]) => Promise<CommitOutcome>;
}

/** The columns that outcomes name for a value in the middle of others, in an update and an insert, and those to name. */
export async function refusedColumns({ query, commit }: Tables): Promise<{ named: unknown; wanted: unknown }> {
  await query(
    `create type feeling as enum ('calm', 'rough');
     create domain even_number as int check (value % 2 = 0);
     create table trial (id int primary key, first text, count int, size smallint, price numeric(5, 2), code varchar(3),
       born date, mood feeling, notes jsonb, tags text[], even even_number, last text);
     create function refuse_last() returns trigger language plpgsql as
       $$ begin if new.last = 'refuse' then perform 1 / 0; end if; return new; end $$;
     create trigger refuse before insert or update on trial for each row execute function refuse_last();
     insert into trial (id) values (1)`,
  );
  const columnOf = (outcome: CommitOutcome) => (outcome.outcome === 'failed' ? outcome.column : outcome.outcome);
  const named: unknown[] = [];
  for (const [column, value] of Object.entries({ ...refused, last: 'refuse' })) {
    const values = { first: 'x', [column]: value, ...(column !== 'last' && { last: 'y' }) };
    const update: RowChange = { type: 'update', key: { id: '1' }, old: {}, values, defaults: [] };
    named.push(
      columnOf(await commit('trial', [update])),
      columnOf(await commit('trial', [{ type: 'insert', values: { id: '2', ...values } }])),
    );
  }
  // A trigger that fails for all of the row names no column.
  return { named, wanted: [...Object.keys(refused).flatMap((name) => [name, name]), null, null] };
}
