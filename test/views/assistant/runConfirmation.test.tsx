// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { blockKeyOf } from '../../../src/machines/assistant/blockRun/blockResults.ts';
import { blockRunMachine } from '../../../src/machines/assistant/blockRun/blockRun.machine.ts';
import { RunConfirmation } from '../../../src/views/assistant/RunConfirmation.tsx';
import { destructiveBlocks, destructiveCases, harmlessBlocks, harmlessCases } from '../../fixtures/destructiveCases.ts';
import { InApp } from '../../flows/assistant/startAssistant.tsx';
import { FakeWorld } from '../../support/fakeWorld.ts';

const reason = 'It changes the database.';

/** The question before SQL that the server says writes. */
async function asked(sql: string): Promise<HTMLElement> {
  const world = new FakeWorld();
  const blockRun = createActor(world.withStubs(blockRunMachine), { input: { ref: 'abc' } }).start();
  blockRun.send({ type: 'run.requested', block: { key: blockKeyOf('a1', sql), sql } });
  world.answer('check', { writes: true, reason, titles: [] });
  render(
    <InApp>
      <RunConfirmation blockRun={blockRun} />
    </InApp>,
  );
  return screen.findByRole('alertdialog', { name: 'Run SQL that writes?' });
}

const meanings = {
  drop: 'Drops the ',
  truncate: 'Deletes all rows.',
  delete: 'DELETE without WHERE deletes all rows.',
  update: 'UPDATE without WHERE changes all rows.',
};

const meaningsIn = (dialog: HTMLElement) =>
  Object.entries(meanings).flatMap(([kind, meaning]) => (dialog.textContent.includes(meaning) ? [kind] : []));

afterEach(cleanup);

describe('the question before SQL of an answer runs', () => {
  it('says once what each kind of statement takes away, behind what the server says', async () => {
    const dialog = await asked('delete from a; delete from b; drop table c');
    expect(dialog.textContent).toContain(
      `${reason} DELETE without WHERE deletes all rows. Drops the table and all its rows.`,
    );
    expect(screen.getByRole('button', { name: 'Run SQL' })).toBeTruthy();
  });

  it.each([
    ['drop table "a,b" /* , c */', 'Drops the table and all its rows.'],
    ['drop /* for ever */ table a, b', 'Drops the tables and all their rows.'],
    ['drop view a, b', 'Drops the object and everything in it.'],
  ])('tells one dropped table from several: %j', async (sql, meaning) =>
    expect((await asked(sql)).textContent).toContain(meaning),
  );

  it.each([...destructiveCases, ...destructiveBlocks])(
    'names what the SQL editor names: %j',
    async (sql, statements) => {
      const kinds = new Set(statements.map((statement) => statement.split(':')[0]!));
      expect(meaningsIn(await asked(sql)).toSorted()).toEqual([...kinds].toSorted());
    },
  );

  it('names nothing where nothing is lost', async () => {
    for (const sql of [...harmlessCases, ...harmlessBlocks]) {
      expect(meaningsIn(await asked(sql)), sql).toEqual([]);
      cleanup();
    }
  });
});
