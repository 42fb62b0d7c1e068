import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import { SchemaTree, type SchemaTreeProps } from '../../../src/views/sql/SchemaTree.tsx';

const column = (name: string, type: string, primaryKey = false) => ({ name, type, nullable: !primaryKey, primaryKey });
const relation = (name: string, ...columns: ReturnType<typeof column>[]) => ({
  name,
  kind: 'table' as const,
  remedy: null,
  columns,
});

const catalog: Catalog = {
  searchPath: ['public'],
  schemas: [
    {
      name: 'billing',
      relations: [relation('Invoice', column('total', 'numeric'))],
      functions: [],
    },
    {
      name: 'public',
      relations: [
        relation('products', column('id', 'bigint', true), column('Unit price', 'numeric')),
        { ...relation('cheap'), kind: 'view' },
      ],
      functions: [],
    },
  ],
};

const ready = { state: 'ready', failure: null, refreshing: false, retry: () => {} } as const;

function show(props: Partial<SchemaTreeProps> = {}) {
  const inserted: string[] = [];
  render(
    <SchemaTree
      catalog={{ ...ready, data: catalog }}
      isAvailable
      newQuery={null}
      onInsert={(text) => inserted.push(text)}
      {...props}
    />,
  );
  return inserted;
}

const insertions = () =>
  screen.getAllByRole('button').flatMap((button) => {
    const text = /^Insert (.*)$/.exec(button.getAttribute('aria-description') ?? '')?.[1];
    return text === undefined ? [] : [{ text, button }];
  });
const names = () => insertions().map(({ text }) => text);
const node = (wanted: string) => insertions().find(({ text }) => text === wanted)!.button;
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the tree of tables', () => {
  afterEach(cleanup);

  it('opens the schema that names are looked up in first, and the others on request', () => {
    show();
    expect(names()).toEqual(['billing', 'public', 'products', 'cheap']);
    press('Expand billing');
    expect(names()).toEqual(['billing', 'billing."Invoice"', 'public', 'products', 'cheap']);
    press('Expand products');
    expect(names()).toContain('"Unit price"');
    expect(screen.getByRole('img', { name: 'Primary key' }).closest('button')?.textContent).toContain('id');
    press('Collapse products');
    expect(names()).not.toContain('"Unit price"');
  });

  it('inserts a name as SQL needs it: with its schema where that is not looked in, quoted where it must be', () => {
    const inserted = show();
    fireEvent.click(node('products'));
    press('Expand billing');
    fireEvent.click(node('billing."Invoice"'));
    press('Expand products');
    fireEvent.click(node('"Unit price"'));
    expect(inserted).toEqual(['products', 'billing."Invoice"', '"Unit price"']);
  });

  it('hands the same text to a drag', () => {
    show();
    const given = new Map<string, string>();
    const dataTransfer = { setData: (type: string, text: string) => given.set(type, text) };
    fireEvent.dragStart(node('products'), { dataTransfer });
    expect([...given]).toEqual([['text/plain', 'products']]);
  });

  it('finds tables by their names and by their columns', () => {
    show();
    const search = screen.getByLabelText('Search tables and columns');
    expect(search.getAttribute('placeholder')).toBe('Search tables');
    fireEvent.change(search, { target: { value: 'TOTAL' } });
    expect(names()).toEqual(['billing', 'billing."Invoice"']);
    fireEvent.change(search, { target: { value: 'nowhere' } });
    expect(screen.getByText('No matching tables')).toBeTruthy();
  });

  it('shows the first 200 tables of a schema, and how many more there are', () => {
    const many = Array.from({ length: 201 }, (_, index) => relation(`t${index}`));
    show({
      catalog: {
        ...ready,
        data: { searchPath: ['public'], schemas: [{ name: 'public', relations: many, functions: [] }] },
      },
    });
    expect(names()).toHaveLength(1 + 200);
    expect(screen.getByText('1 more table. Search to find them.')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search tables and columns'), { target: { value: 't200' } });
    expect(names()).toEqual(['public', 't200']);
  });

  it('says why it is empty', () => {
    show({ catalog: { ...ready, data: { searchPath: ['public'], schemas: [] } } });
    expect(screen.getByText('No tables yet')).toBeTruthy();
    cleanup();
    const none = { data: undefined, refreshing: false } as const;
    show({ catalog: { ...none, state: 'loading', failure: null, retry: () => {} }, isAvailable: false });
    expect(screen.getByText('Project unavailable')).toBeTruthy();
    cleanup();
    show({ catalog: { ...none, state: 'loading', failure: null, retry: () => {} } });
    expect(screen.getByLabelText('Loading the tables').getAttribute('aria-busy')).toBe('true');
    cleanup();
    let retries = 0;
    const failure = { code: 504, message: 'The database did not respond.' };
    show({ catalog: { ...none, state: 'failed', failure, retry: () => retries++ } });
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText('The database did not respond.')).toBeTruthy();
    fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(retries).toBe(1);
  });
});
