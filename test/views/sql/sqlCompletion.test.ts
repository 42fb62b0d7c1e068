import {
  CompletionContext,
  type Completion,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../src/contract/projects/catalog.ts';
import { quotedName } from '../../../src/contract/sql/quotedName.ts';
import { tokensOf, type Token } from '../../../src/contract/sql/statements.ts';
import { names } from '../../../src/views/sql/editor/aids.ts';
import { functionsOf, namespaceOf } from '../../../src/views/sql/editor/completion.ts';
import { readPlace } from '../../../src/views/sql/editor/completionPlace.ts';
import { PostgreSQL } from '../../../src/views/sql/editor/dialect.ts';

const column = (name: string, type = 'text', more = {}) => ({
  name,
  type,
  nullable: false,
  primaryKey: false,
  ...more,
});

const catalog: Catalog = {
  schemas: [
    {
      name: 'public',
      relations: [
        {
          name: 'customers',
          kind: 'table',
          remedy: null,
          columns: [
            column('id', 'bigint', { primaryKey: true }),
            column('email'),
            column('order', 'integer', { nullable: true }),
          ],
        },
        { name: 'Order lines', kind: 'view', remedy: null, columns: [column('total', 'numeric')] },
      ],
      functions: [
        { name: 'spent', arguments: 'customer bigint', returns: 'numeric' },
        { name: 'Odd', arguments: '', returns: 'void' },
      ],
    },
    {
      name: 'audit',
      relations: [{ name: 'entries', kind: 'partitioned table', remedy: null, columns: [column('at', 'timestamptz')] }],
      functions: [{ name: 'purge', arguments: '', returns: 'void' }],
    },
  ],
  searchPath: ['public'],
};

/** What is offered where `|` stands. */
async function offered(
  text: string,
  known: Catalog | null = catalog,
  isAskedFor = true,
): Promise<readonly Completion[]> {
  const at = text.indexOf('|');
  const created = EditorState.create({ doc: text.replace('|', ''), extensions: [PostgreSQL.language, names(known)] });
  // On a busy machine the first parse may have stopped early.
  ensureSyntaxTree(created, created.doc.length, 10_000);
  return offeredIn(created.update({}).state, at, isAskedFor);
}

async function offeredIn(state: EditorState, at: number, isAskedFor: boolean): Promise<readonly Completion[]> {
  const context = new CompletionContext(state, at, isAskedFor);
  const results = await Promise.all(
    state.languageDataAt<CompletionSource>('autocomplete', at).map((source) => source(context)),
  );
  return results.flatMap((result: CompletionResult | null) => result?.options ?? []);
}
const labels = async (text: string, known?: Catalog | null) => (await offered(text, known)).map(({ label }) => label);
/** What is offered to a user who only types. */
const typing = async (text: string) => (await offered(text, catalog, false)).map(({ label }) => label);

describe('a name', () => {
  it.each([
    ['customers', 'customers'],
    ['_a1$', '_a1$'],
    ['Customers', '"Customers"'],
    ['two words', '"two words"'],
    ['1st', '"1st"'],
    ['order', '"order"'],
    ['user', '"user"'],
    ['say "hi"', '"say ""hi"""'],
    ['größe', '"größe"'],
    ['', '""'],
  ])('%s is written %s', (name, written) => {
    expect(quotedName(name)).toBe(written);
  });
});

describe('what completion knows', () => {
  it('is each schema with its relations and their columns, which say what they are', () => {
    const namespace = namespaceOf(catalog) as Record<
      string,
      { self: Completion; children: Record<string, { self: Completion; children: Completion[] }> }
    >;
    expect(Object.keys(namespace)).toEqual(['public', 'audit']);
    expect(namespace['public']!.children['customers']).toEqual({
      self: { label: 'customers', type: 'class', detail: 'table' },
      children: [
        { label: 'id', type: 'property', detail: 'bigint, primary key' },
        { label: 'email', type: 'property', detail: 'text, not null' },
        { label: 'order', type: 'property', detail: 'integer', apply: '"order"' },
      ],
    });
    expect(namespace['public']!.children['Order lines']!.self).toEqual({
      label: 'Order lines',
      type: 'interface',
      detail: 'view',
      apply: '"Order lines"',
    });
    expect(namespace['audit']!.children['entries']!.self.type).toBe('class');
  });

  it('is of functions those that need no schema before them, ready for their arguments', () => {
    expect(functionsOf(catalog).map(({ label, detail, apply }) => [label, detail, apply])).toEqual([
      ['spent', '(customer bigint) numeric', 'spent('],
      ['Odd', '() void', '"Odd"('],
    ]);
  });
});

describe('while SQL is typed', () => {
  it('tables, schemas, functions and words of the language are offered', async () => {
    const found = await labels('select |');
    for (const name of ['customers', 'Order lines', 'public', 'audit', 'spent']) expect(found).toContain(name);
    expect((await labels('sel|')).map((label) => label.toLowerCase())).toContain('select');
    expect(found).not.toContain('purge');
  });

  it('a dot leads to the parts of what stands before it, and to no functions', async () => {
    // The language's own words come after.
    const first = async (text: string, count: number) => (await labels(text)).slice(0, count);
    expect(await first('select customers.| from customers', 3)).toEqual(['id', 'email', 'order']);
    expect(await first('select c.| from customers c', 3)).toEqual(['id', 'email', 'order']);
    expect(await first('select * from audit.|', 1)).toEqual(['entries']);
    for (const text of ['select customers.s| from customers', 'select * from audit.|']) {
      const found = await labels(text);
      for (const name of ['customers', 'Order lines', 'spent', 'purge']) expect(found, text).not.toContain(name);
    }
  });

  it('only the language is known as long as the catalog is not', async () => {
    expect(await labels('select * from cust|', null)).not.toContain('customers');
    expect((await labels('sel|', null)).map((label) => label.toLowerCase())).toContain('select');
  });

  it('an alias is left to its author', async () => {
    for (const text of [
      'select 1 as a|',
      'select 1 as |',
      'select count(*) c|',
      'select 1 o|',
      'select email e| from customers',
      'select * from customers c|',
      'select * from customers cust|',
      'select * from (select 1) s|',
      'with spent as (select 1) select * from spent s|',
      'with sp|',
      'with a as (select 1), b|',
      'select * from customers cu|',
      'select * from customers, audit.entries en|',
      'select * from customers join audit.entries pr|',
      'update customers cu|',
      'select name a|',
      'select name pr|',
      'select value v|, type t from customers',
      'select c.user us| from customers c',
      'select name n|, user from customers',
      "select 'x' fi|",
      'select (id + 1) nex| from customers',
      'select * from offers of|',
      'select * from warehouses w|',
      'create view seen as select name n|',
    ])
      expect(await typing(text), text).toEqual([]);
  });

  it('a complete table or expression is followed by the words that continue a statement', async () => {
    for (const [text, words] of [
      ['select * from customers wh|', ['where']],
      ['select * from customers jo|', ['join']],
      ['select * from customers le|', ['left']],
      ['select * from customers or|', ['order']],
      ['select * from customers c or|', ['order']],
      ['select * from customers c ord|', ['order']],
      ['select * from customers c w|', ['where', 'window']],
      ['select * from orders ord|', ['order']],
      ['select * from customers c join audit.entries e o|', ['on', 'offset', 'order']],
      ['select * from customers c join audit.entries usi|', ['using']],
      ['select count(*) fr|', ['from']],
      ['select * fr|', ['from']],
      ['select count(*) ov|', ['over']],
      ['select name fro|', ['from']],
      ['select * from customers where id = 1 an|', ['and']],
      ['select * from customers order by email de|', ['desc']],
      ['select * from customers group by email ha|', ['having']],
      ['select case when id = 1 th|', ['then']],
      ['select array_agg(email ord|', ['order']],
      ['select extract(year fr|', ['from']],
      ['insert into customers va|', ['values']],
      ['insert into customers (id) val|', ['values']],
      ['insert into customers values (1) ret|', ['returning']],
      ['update customers se|', ['set']],
      ['update customers set id = 1 whe|', ['where']],
      ['delete from users us|', []],
      ['delete from customers c us|', ['using']],
      ['with spent as (select 1) sel|', ['select']],
      ['create table notes (id bigint not null pri|', ['primary']],
      ['alter table customers ren|', ['rename']],
    ] as const)
      expect(new Set(await typing(text)), text).toEqual(new Set(words));
  });

  it('columns of the tables in the statement are offered where one is compared, sorted or set', async () => {
    const columns = ['id', 'email', 'order'];
    for (const text of [
      'select * from customers where |',
      'select * from customers c where id = 1 and |',
      'select * from customers order by |',
      'select * from public.customers group by |',
      'select | from customers',
      'select id from customers where id in (select 1 from audit.missing where |)',
      'update customers set |',
      'delete from customers where |; select * from audit.entries',
      'insert into customers (|)',
      'insert into customers (id, |',
    ])
      expect((await typing(text)).toSorted(), text).toEqual(columns.toSorted());
    expect(await labels('select * from customers order by |')).toEqual(expect.arrayContaining([...columns, 'case']));
    expect(await typing('select 1 where |')).toEqual([]);
    expect(await typing('select * from spent where |')).toEqual([]);
    expect(await typing('select * from customers; select 1 where |')).toEqual([]);
    expect(await typing('select * from customers where ema|')).toEqual(['email']);
  });

  it('a column that two tables have is written with its table', async () => {
    const found = await offered('select * from customers c join customers on |', catalog, false);
    expect(found.filter(({ label }) => label === 'id').map(({ apply }) => apply)).toEqual(['c.id', 'customers.id']);
    expect(found.filter(({ label }) => label === 'order').map(({ apply }) => apply)).toContain('c."order"');
  });

  it('only columns that both tables have are offered to a join by name, without a table', async () => {
    const shop: Catalog = {
      ...catalog,
      schemas: [
        {
          name: 'public',
          relations: [
            { name: 'a', kind: 'table', remedy: null, columns: [column('id'), column('only_a'), column('x')] },
            { name: 'b', kind: 'table', remedy: null, columns: [column('id'), column('only_b')] },
            { name: 'c', kind: 'table', remedy: null, columns: [column('x'), column('only_b')] },
          ],
          functions: [],
        },
      ],
    };
    const written = async (text: string) =>
      (await offered(text, shop, false)).map(({ label, apply }) => apply ?? label);
    expect(await written('select * from a join b using (i|)')).toEqual(['id']);
    expect(await written('select * from a join b using (|) join c using (x)')).toEqual(['id']);
    expect(await written('select * from a join b using (id) join c using (|)')).toEqual(['x', 'only_b']);
    expect(await written('select * from c where exists (select 1 from a join b using (|))')).toEqual(['id']);

    // Rows are written to columns of one table, which are named without it.
    for (const text of [
      'insert into a (|) select * from b',
      'insert into a as written (|) select * from b',
      'insert into a (x, |) select * from b join c using (only_b)',
      'update a set | from b',
      'update a set x = 1, | from b',
      'update a set (x, |) = (1, 2) from b',
      'insert into a (id) select id from b on conflict (id) do update set |',
    ])
      expect(await written(text), text).toEqual(['id', 'only_a', 'x']);
    expect(await written('update a set x = array[1, |')).toEqual([]);

    // The query whose rows are written does not see the table that they go to; what follows it does.
    expect(await written('insert into a select |')).toEqual([]);
    expect(await written('insert into a select | from b')).toEqual(['id', 'only_b']);
    expect(await written('insert into a select x from c where |')).toEqual(['x', 'only_b']);
    expect(await written('insert into a select 1 from b returning |')).toContain('only_a');

    // The queries of a union do not see each other's tables.
    for (const combined of ['union', 'union all', 'intersect', 'except']) {
      expect(await written(`select x from a ${combined} select o| from b`)).toContain('only_b');
      expect(await written(`select x from a ${combined} select | from b`)).toEqual(['id', 'only_b']);
      expect(await written(`select | from a ${combined} select x from b`)).toEqual(['id', 'only_a', 'x']);
      expect(await written(`select 1 from b where id in (select x from a ${combined} select | from c)`)).toEqual([
        'id',
        'b.only_b',
        'x',
        'c.only_b',
      ]);
    }
  });

  it('a longer list of values takes as much more work as it is longer', () => {
    const readsOf = (groups: number): number => {
      let reads = 0;
      // Also what is filtered and cut from it counts.
      class CountedTokens extends Array<Token> {
        constructor(...items: Token[]) {
          super(...items);
          return new Proxy(this, {
            get(target, key, receiver) {
              if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
              return Reflect.get(target, key, receiver) as unknown;
            },
          });
        }
      }
      const counted = CountedTokens.from(tokensOf(`insert into t values ${'(1),'.repeat(groups)}`));
      readPlace(counted, { from: counted.at(-1)!.to, to: counted.at(-1)!.to }, () => false);
      return reads;
    };
    expect(readsOf(2_000)).toBeLessThan(2.5 * readsOf(1_000));
  });

  it('a statement is read by itself, after comments and other statements', async () => {
    expect(await typing('select name from x; -- note\nsel|')).toContain('select');
    expect(await typing('select 1;\n|\nselect 2')).toEqual([]);
    expect(await typing(`select * from t where id in (${'1, '.repeat(30_000)}1) an|`)).toEqual([]);
  });

  it('tables are offered as soon as one is wanted, and no words of the language beside them', async () => {
    for (const text of [
      'select * from |',
      'select * from customers join |',
      'insert into |',
      'update |',
      'drop table |',
    ])
      expect(new Set(await typing(text)), text).toEqual(new Set(['customers', 'Order lines', 'public', 'audit']));
    expect(await typing('select * from cust|')).toEqual(['customers']);
    expect(await typing('select |')).toEqual([]);
    for (const text of ['create table |', 'create table cust|', 'create materialized view a|'])
      expect(await typing(text), text).toEqual([]);
  });

  it('a word is found by its beginning', async () => {
    const found = await typing('pro|');
    expect(found).not.toContain('leakproof');
    expect(found).not.toContain('end_partition');
    expect(found).not.toContain('dlpreviouscopy');
    expect(await typing('aaa|')).toEqual([]);
    expect(await typing('select * from lin|')).toEqual(['Order lines']);
  });

  it('a word that is complete is not offered', async () => {
    for (const text of ['select|', 'SELECT|', 'select * from customers|', 'select * from CUSTOMERS|'])
      expect(await typing(text), text).toEqual([]);
  });

  it('nothing is offered where the text has not been parsed yet', async () => {
    const doc = `${'select 1;\n'.repeat(200_000)}select * from lin`;
    const state = EditorState.create({ doc, extensions: [PostgreSQL.language, names(catalog)] });
    expect(await offeredIn(state, doc.length, false)).toEqual([]);
  });

  it('nothing is offered in texts, comments and numbers', async () => {
    for (const text of ["select 'sel|", '-- sel|', '/* sel| */', 'select 1e|', 'select $$ sel| $$'])
      expect(await typing(text), text).toEqual([]);
  });
});
