import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import { UnprotectedTables } from '../../../src/views/sql/UnprotectedTables.tsx';
import { endedRun, storeAnswer } from '../../fixtures/sqlRun.ts';

const catalogWith = (rowSecurity: boolean): Catalog => ({
  schemas: [
    { name: 'public', relations: [{ name: 'products', kind: 'table', rowSecurity, columns: [] }], functions: [] },
  ],
  searchPath: ['public'],
});

async function show(catalog: Catalog | null, error = false) {
  await storeAnswer('run-1', [{ columns: [], rows: [], tag: 'CREATE TABLE' }]);
  const run = endedRun('run-1', error ? { message: 'no', code: '42501' } : null, 'create table products (id int)');
  const asked: string[] = [];
  const view = (given: Catalog | null) => (
    <UnprotectedTables run={run} catalog={given} onRun={(sql) => asked.push(sql)} />
  );
  const { rerender } = render(view(catalog));
  return { asked, rerender: (given: Catalog | null) => rerender(view(given)) };
}

describe('a table that a run leaves open to everyone', () => {
  afterEach(cleanup);

  it('is warned of, and closed with one click', async () => {
    const { asked, rerender } = await show(null);
    expect(screen.queryByText(/Row level security/)).toBeNull();
    rerender(catalogWith(false));
    await screen.findByText('Row level security is off for products');
    fireEvent.click(screen.getByRole('button', { name: 'Enable row level security' }));
    expect(asked).toEqual(['alter table public."products" enable row level security;']);
    rerender(catalogWith(true));
    expect(screen.queryByText(/Row level security/)).toBeNull();
  });

  it('is none where the run failed', async () => {
    await show(catalogWith(false), true);
    await Promise.resolve();
    expect(screen.queryByText(/Row level security/)).toBeNull();
  });
});
