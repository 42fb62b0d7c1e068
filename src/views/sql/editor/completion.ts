import { completeFromList, type Completion, type CompletionSource } from '@codemirror/autocomplete';
import { PostgreSQL, sql, type SQLNamespace } from '@codemirror/lang-sql';
import type { Extension } from '@codemirror/state';
import type { Catalog } from '../../../contract/projects/catalog.ts';

type Relation = Catalog['schemas'][number]['relations'][number];

/** Words that Postgres reads as its own, so that a name like one of them has to be quoted (its manual, appendix C, "reserved"). */
const reserved: ReadonlySet<string> = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint create cross ' +
    'current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch ' +
    'for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp ' +
    'natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar some symmetric system_user ' +
    'table tablesample then to trailing true union unique user using variadic verbose when where window with'
  ).split(' '),
);

/** A name as it has to be written. */
export const quotedName = (name: string): string =>
  /^[a-z_][a-z0-9_$]*$/.test(name) && !reserved.has(name) ? name : `"${name.replaceAll('"', '""')}"`;

const option = (name: string, rest: Omit<Completion, 'label' | 'apply'>): Completion => {
  const written = quotedName(name);
  return { label: name, ...rest, ...(written !== name && { apply: written }) };
};

const columnsOf = ({ columns }: Relation): Completion[] =>
  columns.map(({ name, type, nullable, primaryKey }) =>
    option(name, { type: 'property', detail: `${type}${primaryKey ? ', key' : nullable ? '' : ', not null'}` }),
  );

/** The catalog as the completion of names reads it: schemas, their relations, their columns. */
export function namespaceOf({ schemas }: Catalog): SQLNamespace {
  return Object.fromEntries(
    schemas.map(({ name, relations }) => [
      name,
      {
        self: option(name, { type: 'namespace', detail: 'schema' }),
        children: Object.fromEntries(
          relations.map((relation) => [
            relation.name,
            {
              self: option(relation.name, {
                type: relation.kind === 'table' || relation.kind === 'partitioned table' ? 'class' : 'interface',
                detail: relation.kind,
              }),
              children: columnsOf(relation),
            },
          ]),
        ),
      },
    ]),
  );
}

/** Functions of the schemas that need no name before them. */
export function functionsOf({ schemas, searchPath }: Catalog): Completion[] {
  return schemas
    .filter(({ name }) => searchPath.includes(name))
    .flatMap(({ functions }) =>
      functions.map(({ name, arguments: parameters, returns }) => {
        const written = quotedName(name);
        return { label: name, type: 'function', detail: `(${parameters}) ${returns}`, apply: `${written}(`, boost: -1 };
      }),
    );
}

/** Functions are offered while a word is typed, not behind a dot, where names of one thing's parts belong. */
const functionSource = (catalog: Catalog): CompletionSource => {
  const complete = completeFromList(functionsOf(catalog));
  return (context) => (context.matchBefore(/[.]\w*/) || !context.matchBefore(/\w+/) ? null : complete(context));
};

/** PostgreSQL, with the names of one database once they are known. */
export function language(catalog: Catalog | null): Extension {
  if (!catalog) return sql({ dialect: PostgreSQL });
  const [defaultSchema] = catalog.searchPath;
  return [
    sql({ dialect: PostgreSQL, schema: namespaceOf(catalog), ...(defaultSchema !== undefined && { defaultSchema }) }),
    PostgreSQL.language.data.of({ autocomplete: functionSource(catalog) }),
  ];
}
