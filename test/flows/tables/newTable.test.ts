import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import {
  newColumn,
  newTableSql,
  ownTarget,
  withColumn,
  type NewTable,
  type TableCreated,
} from '../../../src/contract/tables/newTable.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import { newTableMachine, type TableMade } from '../../../src/machines/tables/newTable/newTable.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { harbors, newTableModel } from './newTable.model.ts';

coverChart(newTableModel);

describe('a new table', () => {
  let load: ReturnType<typeof held<NewTable | null, { ref: string }>>;
  let create: ReturnType<typeof held<TableCreated, { ref: string; table: NewTable }>>;
  let forget: ReturnType<typeof held<void, { ref: string }>>;
  let told: TableMade[];
  let flow: Actor<typeof newTableMachine>;

  beforeEach(() => {
    load = held();
    create = held();
    forget = held();
    told = [];
    flow = createActor(
      newTableMachine.provide({
        actors: { loadDraft: load.logic, createTable: create.logic, deleteDraft: forget.logic },
      }),
      {
        input: {
          ref: 'abc',
          schema: 'harbor',
          parent: createPort((event) => told.push(event as TableMade)) as unknown as Port<TableMade>,
        },
      },
    ).start();
  });
  const editing = () => waitFor(flow, (snapshot) => snapshot.matches('editing'));

  it('begins with a key and row level security on', async () => {
    load.last().answer(null);
    const { context } = await editing();
    expect(context.values).toMatchObject({ schema: 'harbor', rowSecurity: true });
    expect(context.values.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name)).toEqual(['id']);
  });

  it('goes on with what was typed before, in the schema that is shown now', async () => {
    load.last().answer(harbors);
    expect((await editing()).context.values).toEqual({ ...harbors, schema: 'harbor' });
  });

  it('says what is missing before it is sent', async () => {
    load.last().answer({ ...harbors, name: ' ', columns: [newColumn({ name: 'a' }), newColumn({ name: 'a' })] });
    await editing();
    flow.send({ type: 'form.submitted' });
    expect([create.calls.length, flow.getSnapshot().context.fieldErrors]).toEqual([
      0,
      { name: 'Enter a name.', columns: 'Two columns have the same name.' },
    ]);
  });

  it('is what its own columns point to, whatever it is called, and no other table is', async () => {
    const to = { schema: 'public', column: 'id', onDelete: 'set null', onUpdate: 'no action' } as const;
    const columns = [
      newColumn({ name: 'id', dataType: 'bigserial', primaryKey: true }),
      newColumn({ name: 'parent', references: { ...to, table: null } }),
      newColumn({ name: 'owner', references: { ...to, table: 'user' } }),
    ];
    load.last().answer({ ...harbors, columns });
    await editing();
    for (const value of ['', 'u', 'use', 'user', 'user_roles'])
      flow.send({ type: 'field.changed', field: 'name', value });
    const { values } = flow.getSnapshot().context;
    const [sql] = newTableSql({ ...values, schema: 'public' });
    expect(sql).toContain('parent text references public.user_roles (id) on delete set null');
    expect(sql).toContain('owner text references public."user" (id) on delete set null');
    expect(ownTarget(values).keys).toEqual([[{ name: 'id', type: 'bigint' }]]);
    const renamed = withColumn(withColumn(columns, 0, { ...columns[0]!, name: '' }), 0, {
      ...columns[0]!,
      name: 'key',
    });
    expect(renamed.map(({ references }) => references?.column)).toEqual([undefined, 'key', 'id']);
    const twice = withColumn([...columns, newColumn({ name: 'id' })], 3, newColumn({ name: 'id2' }));
    expect(twice.map(({ references }) => references?.column)).toEqual([undefined, 'id', 'id', undefined]);
  });

  it('stays typed when the database refuses it', async () => {
    load.last().answer(harbors);
    await editing();
    flow.send({ type: 'form.submitted' });
    create.last().fail(refusal);
    await waitFor(flow, (snapshot) => snapshot.context.failure !== null);
    expect(flow.getSnapshot().context.values.name).toBe('harbors');
  });

  it('is reported once it exists, and its draft is forgotten', async () => {
    load.last().answer(harbors);
    await editing();
    flow.send({ type: 'form.submitted' });
    create.last().answer({ id: 9 });
    await waitFor(flow, (snapshot) => snapshot.matches('forgetting'));
    expect([told, forget.last().input]).toEqual([[{ type: 'table.created', id: 9 }], { ref: 'abc' }]);
  });
});

describe('the SQL of a new table', () => {
  it('says everything that the form says', () => {
    expect(
      newTableSql({
        schema: 'public',
        name: 'Trips',
        comment: "It's one",
        rowSecurity: true,
        columns: [
          newColumn({ name: 'id', dataType: 'bigint', primaryKey: true, identity: true, nullable: false }),
          newColumn({
            name: 'boat',
            dataType: 'int',
            references: { schema: 'harbor', table: 'Boats', column: 'id', onDelete: 'cascade', onUpdate: 'no action' },
            nullable: false,
            comment: 'Of the harbor',
          }),
          newColumn({ name: 'code', unique: true, default: "'a'" }),
          newColumn({ name: 'price', dataType: 'numeric', check: 'price >= 0' }),
          newColumn({ name: 'doubled', dataType: 'numeric', generated: 'price * 2', default: '1', identity: true }),
        ],
        constraints: [{ storedName: null, kind: 'unique', definition: 'unique (boat, code)' }],
      }),
    ).toEqual([
      `create table public."Trips" (
  id bigint generated by default as identity,
  boat int not null references harbor."Boats" (id) on delete cascade,
  code text default 'a' unique,
  price numeric check (price >= 0),
  doubled numeric generated always as (price * 2) stored,
  primary key (id),
  unique (boat, code)
)`,
      'alter table public."Trips" enable row level security',
      `comment on table public."Trips" is 'It''s one'`,
      `comment on column public."Trips".boat is 'Of the harbor'`,
    ]);
    expect(newTableSql({ ...harbors, columns: [] })).toEqual([
      'create table public.harbors ()',
      'alter table public.harbors disable row level security',
    ]);
  });
});
