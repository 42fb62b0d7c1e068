/** A table with enumerations whose schema a role may not use, as the table editor reads and edits it on each engine. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { expect } from 'vitest';
import type { RowChange } from '../../src/contract/tables/changes.ts';
import { everyRow, rowPageSchema, type RowFilter, type RowPosition } from '../../src/contract/tables/rows.ts';

interface Tables {
  query: (sql: string) => Promise<unknown>;
  send: (table: string, what: string, json: object) => Promise<{ status: number; text: string; json: unknown }>;
}

const anon = { role: 'anon', user: null };

/** Gives the ids of the rows that are there in the end: 3 and 1. */
export async function useHiddenEnumerations({ query, send }: Tables): Promise<readonly unknown[] | undefined> {
  await query(
    `create schema hidden; revoke all on schema hidden from public;
     create type hidden.phase as enum ('new', 'done');
     create domain hidden.step as hidden.phase;
     create domain hidden.steps as hidden.phase[];
     create table tasks (
       id int, phase hidden.phase, step hidden.step, phases hidden.phase[], steps hidden.steps, each hidden.step[],
       primary key (step, id)
     );
     insert into tasks values
       (1, 'new', 'new', '{new}', '{new}', '{new}'), (2, 'done', 'done', '{new,done}', '{new,done}', '{new,done}');
     grant select, insert, update, delete on tasks to anon;
     alter table tasks enable row level security;
     create policy "all" on tasks to anon using (true)`,
  );
  const found = async (filters: RowFilter[], position: RowPosition | null = null) => {
    const answers = await Promise.all(
      [anon, null].map((viewAs) => send('tasks', 'rows', { view: { ...everyRow, filters }, position, viewAs })),
    );
    const [asAnon, asOwner] = answers.map(({ status, text, json }) => {
      expect([status, text.slice(0, 300)]).toEqual([200, expect.any(String)]);
      return v.parse(rowPageSchema, json).rows.map(([id]) => id);
    });
    expect(asAnon).toEqual(asOwner);
    return asAnon;
  };
  const where = (column: string, operator: RowFilter['operator'], value: string) =>
    found([{ column, operator, value }]);
  for (const column of ['phase', 'step']) {
    expect(await where(column, '=', 'done')).toEqual(['2']);
    expect(await where(column, '<', 'done')).toEqual(['1']);
    expect(await where(column, 'in', 'new, done')).toEqual(['1', '2']);
    expect(await where(column, 'is null', '')).toEqual([]);
  }
  for (const column of ['phases', 'steps', 'each']) {
    expect(await where(column, '=', '{new}')).toEqual(['1']);
    expect(await where(column, 'in', '{new}, "{new,done}"')).toEqual(['1', '2']);
  }
  for (const column of ['phases', 'steps']) {
    expect(await where(column, '@>', '{done}')).toEqual(['2']);
    expect(await where(column, '<@', '{new}')).toEqual(['1']);
    expect(await where(column, '&&', '{done}')).toEqual(['2']);
  }
  // A domain of an enumeration also tells where a page begins.
  expect(await found([], { by: 'key', values: { step: 'new', id: '1' }, backward: false })).toEqual(['2']);

  const changes: RowChange[] = [
    {
      type: 'update',
      key: { step: 'new', id: '1' },
      old: { phase: 'new', step: 'new', phases: '{new}', steps: '{new}', each: '{new}' },
      values: { phase: 'done', step: 'done', phases: '{done}', steps: '{done}', each: '{done}' },
      defaults: [],
    },
    { type: 'insert', values: { id: '3', phase: 'new', step: 'new', phases: '{}', steps: '{new}', each: '{}' } },
    { type: 'delete', key: { step: 'done', id: '2' }, old: { phases: '{new,done}', steps: '{new,done}' } },
  ];
  const made = await send('tasks', 'changes', { commit: randomUUID(), changes, viewAs: anon });
  expect([made.status, made.json]).toEqual([200, { outcome: 'committed', count: 3 }]);
  return await found([]);
}
