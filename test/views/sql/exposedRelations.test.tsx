import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import { rememberOpenRelations } from '../../../src/machines/sql/sqlRun/openRelations.ts';
import { OpenedRelations } from '../../../src/views/sql/ExposedRelations.tsx';
import { endedRun, endingRuns, storeAnswer } from '../../fixtures/sqlRun.ts';

type Relation = Catalog['schemas'][number]['relations'][number];

const catalogWith = (...relations: readonly Omit<Relation, 'columns'>[]): Catalog => ({
  schemas: [{ name: 'public', relations: relations.map((relation) => ({ ...relation, columns: [] })), functions: [] }],
  searchPath: ['public'],
});
const products = (remedy: string | null) => catalogWith({ name: 'products', kind: 'table', remedy });

async function show(sql: string, catalog: Catalog | null, error = false) {
  await storeAnswer('run-1', [{ columns: [], rows: [], tag: 'CREATE TABLE' }]);
  const run = endedRun('run-1', error ? { message: 'no', code: '42501' } : null, sql);
  const asked: string[] = [];
  const view = (given: Catalog | null) => (
    <OpenedRelations
      run={run}
      catalog={given}
      remedies={undefined}
      onOpened={({ sql: remedy }) => asked.push(remedy)}
    />
  );
  const { rerender } = render(view(catalog));
  return { asked, rerender: (given: Catalog | null) => rerender(view(given)) };
}

describe('what a run leaves open to everyone', () => {
  afterEach(cleanup);

  it.each(['create table products (id int)', 'alter table products disable row level security'])(
    'is warned of, and closed with one click: %s',
    async (sql) => {
      const { asked, rerender } = await show(sql, null);
      expect(screen.queryByText(/Row level security/)).toBeNull();
      rerender(products('close products'));
      await screen.findByText('Row level security is off for products');
      fireEvent.click(screen.getByRole('button', { name: 'Enable row level security' }));
      expect(asked).toEqual(['close products']);
      rerender(products(null));
      expect(screen.queryByText(/Row level security/)).toBeNull();
    },
  );

  it('has a remedy for each kind', async () => {
    const { asked } = await show(
      'create view dear as select 1; create materialized view sums as select 1; create foreign table far () server s',
      catalogWith(
        { name: 'dear', kind: 'view', remedy: 'close dear' },
        { name: 'sums', kind: 'materialized view', remedy: 'close sums' },
        { name: 'far', kind: 'foreign table', remedy: 'close far' },
      ),
    );
    await screen.findByText('Row level security does not apply to dear');
    screen.getByText('Row level security does not apply to sums, far');
    fireEvent.click(screen.getByRole('button', { name: 'Set security_invoker' }));
    fireEvent.click(screen.getByRole('button', { name: 'Revoke access' }));
    expect(asked).toEqual(['close dear', 'close sums\nclose far']);
  });

  it('is found by the catalog where a block made it', async () => {
    const request = {
      sql: 'do $$ begin execute 1; end $$',
      from: 0,
      line: 1,
      rowLimit: 100,
      timeLimitMs: 60_000,
    } as const;
    const run = endingRuns('block');
    run.send({ type: 'run.requested', request: { ...request, openBefore: rememberOpenRelations(products(null)) } });
    render(<OpenedRelations run={run} catalog={products('close products')} remedies={undefined} onOpened={() => {}} />);
    expect(await screen.findByText('Row level security is off for products')).toBeTruthy();
  });

  it('is none where the run failed', async () => {
    await show('create table products (id int)', products('close products'), true);
    await Promise.resolve();
    expect(screen.queryByText(/Row level security/)).toBeNull();
  });
});
