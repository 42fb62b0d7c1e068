import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import { addedShapeColumn, shapeSteps, type Shape, type StoredShape } from '../../../src/contract/tables/shape.ts';
import type { Port } from '../../../src/machines/parts/port.ts';
import {
  editTableMachine,
  type ShapeDraft,
  type TableAltered,
} from '../../../src/machines/tables/editTable/editTable.machine.ts';
import { selectIsConfirmingLoss } from '../../../src/machines/tables/editTable/editTable.selectors.ts';
import type { TableRef } from '../../../src/machines/tables/tableRows/tableRows.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { boats } from '../../fixtures/tables.ts';
import { coverChart } from '../../support/cover.ts';
import { createPort } from '../../support/fakeWorld.ts';
import { editTableModel, storedBoats } from './editTable.model.ts';

coverChart(editTableModel);

const { shape } = storedBoats;

describe('a table that is edited', () => {
  let read: ReturnType<typeof held<StoredShape, TableRef>>;
  let load: ReturnType<typeof held<ShapeDraft | null, TableRef>>;
  let keep: ReturnType<typeof held<void, TableRef & { draft: ShapeDraft }>>;
  let change: ReturnType<typeof held<StoredShape, TableRef & ShapeDraft>>;
  let told: TableAltered[];
  let flow: Actor<typeof editTableMachine>;
  const editing = async (draft: ShapeDraft | null = null) => {
    read.last().answer(storedBoats);
    await waitFor(flow, (snapshot) => snapshot.matches('loadingDraft'));
    load.last().answer(draft);
    await waitFor(flow, (snapshot) => snapshot.matches('editing'));
  };
  const reloaded = async () => {
    flow.send({ type: 'shape.reloaded' });
    keep.last().answer();
    await waitFor(flow, (snapshot) => snapshot.matches('reading'));
  };

  beforeEach(() => {
    read = held();
    load = held();
    keep = held();
    change = held();
    told = [];
    flow = createActor(
      editTableMachine.provide({
        actors: { readShape: read.logic, loadDraft: load.logic, keepDraft: keep.logic, changeShape: change.logic },
      }),
      {
        input: {
          ref: 'abc',
          id: boats.id,
          parent: createPort((event) => told.push(event as TableAltered)) as unknown as Port<TableAltered>,
        },
      },
    ).start();
  });

  it('is not sent while nothing is changed', async () => {
    await editing();
    flow.send({ type: 'form.submitted' });
    const { stored, values } = flow.getSnapshot().context;
    expect([change.calls.length, shapeSteps(stored!, values)]).toEqual([0, []]);
  });

  it('is sent with the version that the form began with, and the list hears of it', async () => {
    await editing();
    flow.send({ type: 'field.changed', field: 'name', value: 'ships' });
    flow.send({ type: 'form.submitted' });
    expect(change.last().input).toMatchObject({ id: boats.id, version: 'v1', shape: { name: 'ships' } });
    change.last().answer({ ...storedBoats, version: 'v2' });
    await waitFor(flow, (snapshot) => snapshot.matches('forgetting'));
    expect(told).toEqual([{ type: 'table.altered' }]);
  });

  it('asks before stored values lose something', async () => {
    await editing();
    const columns = shape.columns.slice(0, 1);
    flow.send({ type: 'field.changed', field: 'columns', value: columns });
    flow.send({ type: 'form.submitted' });
    expect([change.calls.length, selectIsConfirmingLoss(flow.getSnapshot())]).toEqual([0, true]);
    flow.send({ type: 'action.cancelled' });
    expect(selectIsConfirmingLoss(flow.getSnapshot())).toBe(false);
    expect(flow.getSnapshot().context.values.columns).toEqual(columns);
    flow.send({ type: 'form.submitted' });
    flow.send({ type: 'action.confirmed' });
    expect(change.last().input).toMatchObject({ shape: { columns } });
  });

  it('goes on with what was typed for the same version, and drops what is for another', async () => {
    await editing({ version: 'v1', shape: { ...shape, comment: 'Typed before' } });
    expect(flow.getSnapshot().context.values.comment).toBe('Typed before');
    await reloaded();
    await editing({ version: 'v0', shape: { ...shape, comment: 'Older' } });
    expect(flow.getSnapshot().context.values.comment).toBe('');
  });

  it('is stored as it was typed just before the structure is read again', async () => {
    await editing();
    flow.send({ type: 'field.changed', field: 'comment', value: 'Just typed' });
    await reloaded();
    expect(keep.last().input).toMatchObject({
      id: boats.id,
      draft: { version: 'v1', shape: { comment: 'Just typed' } },
    });
  });

  it('stays typed when the database refuses it, and says what is missing', async () => {
    await editing();
    flow.send({ type: 'field.changed', field: 'name', value: 'ships' });
    flow.send({ type: 'form.submitted' });
    change.last().fail(refusal);
    await waitFor(flow, ({ context }) => context.failure !== null);
    flow.send({ type: 'field.changed', field: 'columns', value: [...shape.columns, addedShapeColumn] });
    flow.send({ type: 'form.submitted' });
    expect([change.calls.length, flow.getSnapshot().context.values.name]).toEqual([1, 'ships']);
    expect(Object.keys(flow.getSnapshot().context.fieldErrors)).toEqual(['columns']);
  });
});

describe('the statements of a change', () => {
  const steps = (after: Partial<Shape>) =>
    shapeSteps(storedBoats, { ...shape, ...after }).map(({ sql, lock, work }) => [sql, lock, work]);
  const [id, name] = [shape.columns[0]!, shape.columns[1]!];
  const exclusive = 'ACCESS EXCLUSIVE';

  it('rename, alter, add and drop columns, in an order in which they can run', () => {
    expect(
      steps({
        columns: [
          { ...name, name: 'Title', dataType: 'varchar(20)', nullable: false, default: '' },
          { ...addedShapeColumn, name: 'total', dataType: 'numeric', generated: 'price * 2' },
          { ...addedShapeColumn, name: 'made', dataType: 'timestamptz', default: 'now()', comment: "It's new" },
          { ...addedShapeColumn, name: 'code', dataType: 'uuid', default: 'gen_random_uuid()' },
        ],
      }),
    ).toEqual([
      ['alter table public.boats drop column id', exclusive, 'none'],
      ['alter table public.boats rename column name to "Title"', exclusive, 'none'],
      ['alter table public.boats alter column "Title" drop default', exclusive, 'none'],
      ['alter table public.boats alter column "Title" type varchar(20)', exclusive, 'rewrite'],
      ['alter table public.boats alter column "Title" set not null', exclusive, 'scan'],
      [
        'alter table public.boats add column total numeric generated always as (price * 2) stored',
        exclusive,
        'rewrite',
      ],
      ['alter table public.boats add column made timestamptz default now()', exclusive, 'none'],
      ["comment on column public.boats.made is 'It''s new'", 'SHARE UPDATE EXCLUSIVE', 'none'],
      ['alter table public.boats add column code uuid default gen_random_uuid()', exclusive, 'rewrite'],
    ]);
  });

  it('convert values by an expression, and change identity, default and comment', () => {
    expect(
      steps({
        columns: [
          { ...id, identity: false, nullable: true, comment: 'A number' },
          { ...name, dataType: 'integer', using: 'name::int', default: '0' },
        ],
      }).map(([sql]) => sql),
    ).toEqual([
      'alter table public.boats alter column id drop identity',
      'alter table public.boats alter column id drop not null',
      "comment on column public.boats.id is 'A number'",
      'alter table public.boats alter column name drop default',
      'alter table public.boats alter column name type integer using name::int',
      'alter table public.boats alter column name set default 0',
    ]);
  });

  it('add and drop constraints with the locks that Postgres takes', () => {
    expect(
      steps({
        constraints: [
          { storedName: null, kind: 'check', definition: 'check (id > 0)' },
          { storedName: null, kind: 'unique', definition: 'unique (name)' },
          {
            storedName: null,
            kind: 'foreign key',
            definition: 'foreign key (id) references ships (id) on delete cascade',
          },
        ],
      }),
    ).toEqual([
      ['alter table public.boats drop constraint boats_pkey', exclusive, 'none'],
      ['alter table public.boats add check (id > 0)', exclusive, 'scan'],
      ['alter table public.boats add unique (name)', exclusive, 'index'],
      [
        'alter table public.boats add foreign key (id) references ships (id) on delete cascade',
        'SHARE ROW EXCLUSIVE',
        'scan',
      ],
    ]);
  });

  it('change what is said of the table, and its name last', () => {
    expect(steps({ name: 'ships', comment: 'All of them', rowSecurity: false }).map(([sql]) => sql)).toEqual([
      "comment on table public.boats is 'All of them'",
      'alter table public.boats disable row level security',
      'alter table public.boats rename to ships',
    ]);
  });
});
