import {
  CompletionContext,
  type Completion,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import { keywordCompletionSource, schemaCompletionSource, type SQLNamespace } from '@codemirror/lang-sql';
import { syntaxTree, syntaxTreeAvailable } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { Catalog } from '../../../contract/projects/catalog.ts';
import { quotedName } from '../../../contract/sql/quotedName.ts';
import { tokensOf } from '../../../contract/sql/statements.ts';
import { readPlace, type NamedRelation } from './completionPlace.ts';
import { PostgreSQL } from './dialect.ts';

type Relation = Catalog['schemas'][number]['relations'][number];

const option = (name: string, rest: Omit<Completion, 'label' | 'apply'>): Completion => {
  const written = quotedName(name);
  return { label: name, ...rest, ...(written !== name && { apply: written }) };
};

const columnsOf = ({ columns }: Relation): Completion[] =>
  columns.map(({ name, type, nullable, primaryKey }) =>
    option(name, { type: 'property', detail: `${type}${primaryKey ? ', primary key' : nullable ? '' : ', not null'}` }),
  );

/** The catalog as the completion of names reads it: schemas, their relations, their columns. */
export function namespaceOf({ schemas }: Catalog): SQLNamespace {
  return Object.fromEntries(
    schemas.map(({ name, relations }) => [
      name,
      {
        self: option(name, { type: 'namespace', detail: 'schema', boost: -1 }),
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

const literals: ReadonlySet<string> = new Set(['String', 'Bits', 'Bytes', 'Number', 'LineComment', 'BlockComment']);

/** Longer statements are lists of values, for which no help is needed, and would take too long to read at every key. */
const readLength = 50_000;

/** The statement at a position and where it begins, without the semicolons around it; null where it is too long. */
function statementAt(state: EditorState, position: number): { sql: string; from: number } | null {
  const { topNode } = syntaxTree(state);
  let before = topNode.childBefore(position);
  while (before?.name.endsWith('Comment')) before = before.prevSibling;
  const isBegun = before !== null && (before.to > position || state.sliceDoc(before.to - 1, before.to) !== ';');
  const [from, to] = isBegun ? [before!.from, Math.max(before!.to, position)] : [position, position];
  return to - from > readLength ? null : { sql: state.sliceDoc(from, to), from };
}

/** The words of the language and the names of its types. */
const languageWords: ReadonlySet<string> = new Set(
  (['keywords', 'types', 'builtin'] as const).flatMap((kind) => (PostgreSQL.spec[kind] ?? '').split(' ')),
);
const isKeyword = (word: string): boolean => languageWords.has(word);

/** The table that a statement names; undefined for one that the catalog does not have, such as a common table. */
function relationNamed({ schema, name }: NamedRelation, { schemas, searchPath }: Catalog): Relation | undefined {
  for (const wanted of schema === null ? searchPath : [schema]) {
    const found = schemas.find((one) => one.name === wanted)?.relations.find((one) => one.name === name);
    if (found) return found;
  }
  return undefined;
}

/** Before all other names, in the order of the table. */
const foremost = (column: Completion, index: number): Completion => ({
  ...column,
  boost: 2,
  sortText: String(index).padStart(5, '0'),
});

const columnsNamed = (named: NamedRelation, catalog: Catalog | null): Completion[] => {
  const relation = catalog && relationNamed(named, catalog);
  return relation ? columnsOf(relation) : [];
};

/** The columns of a statement's tables; one that several have is written with its table. */
function columnsOfRelations(named: readonly NamedRelation[], catalog: Catalog | null): Completion[] {
  const all = named.flatMap((one) =>
    columnsNamed(one, catalog).map((column) => ({ column, owner: one.alias ?? one.name })),
  );
  const owners = new Map<string, Set<string>>();
  for (const { column, owner } of all) owners.set(column.label, (owners.get(column.label) ?? new Set()).add(owner));
  return all.map(({ column, owner }, index) => {
    const first = foremost(column, index);
    if (owners.get(column.label)!.size === 1) return first;
    const apply = `${quotedName(owner)}.${quotedName(column.label)}`;
    return { ...first, displayLabel: apply, apply };
  });
}

/** The columns that the last of these tables has in common with those before it. */
function sharedColumns(joined: readonly NamedRelation[], catalog: Catalog | null): Completion[] {
  const last = joined.at(-1);
  const others = new Set(joined.slice(0, -1).flatMap((one) => columnsNamed(one, catalog).map(({ label }) => label)));
  return last
    ? columnsNamed(last, catalog)
        .filter(({ label }) => others.has(label))
        .map(foremost)
    : [];
}

const wordBefore = /[\w$\u0080-\uffff]*$/;

/** A name is found by its beginning, or by that of a word in it. */
const isFound = (label: string, typed: string): boolean =>
  label.startsWith(typed) || label.includes(`_${typed}`) || label.includes(` ${typed}`);

/** What short aliases are made of: the beginning of a name, or the first letters of its words. */
const isAbbreviation = (typed: string, name: string): boolean =>
  name.startsWith(typed) ||
  name
    .split(/[_\W]+/)
    .map((part) => part.slice(0, 1))
    .join('')
    .startsWith(typed);

/** Words that cannot be an alias. */
const reservedStarts: ReadonlySet<string> = new Set(['in', 'on', 'or']);
const certainLength = 3;

/**
 * Whether letters are the beginning of a word that continues the statement, not of an alias: that is so of three
 * letters, and of two that only one word begins with, unless they abbreviate what the alias would be of.
 */
const isContinuing = (typed: string, aliasOf: string | null, words: number): boolean =>
  typed !== '' &&
  (aliasOf === null ||
    typed.length >= certainLength ||
    reservedStarts.has(typed) ||
    (typed.length === certainLength - 1 && words === 1 && !isAbbreviation(typed, aliasOf.toLowerCase())));

/**
 * What is offered while SQL is typed. A user who types the whole word is not offered it, so that no key means anything
 * but what it says.
 */
export function offers(catalog: Catalog | null): CompletionSource {
  const keywordSource = keywordCompletionSource(PostgreSQL);
  const [defaultSchema] = catalog?.searchPath ?? [];
  const names = catalog
    ? schemaCompletionSource({
        dialect: PostgreSQL,
        schema: namespaceOf(catalog),
        ...(defaultSchema !== undefined && { defaultSchema }),
      })
    : () => null;
  const functions = catalog ? functionsOf(catalog) : [];

  // The library gives names to a request alone where no letter of one is typed yet.
  const given = (from: CompletionSource, { state, pos }: CompletionContext): readonly Completion[] =>
    (from(new CompletionContext(state, pos, true)) as CompletionResult | null)?.options ?? [];

  const optionsAt = (
    context: CompletionContext,
    reading: ReturnType<typeof readPlace>,
    typed: string,
  ): Completion[] => {
    const { place, relations } = reading;
    const found = (options: readonly Completion[]) =>
      options.filter(({ label }) => isFound(label.toLowerCase(), typed));
    const begins = ({ label }: Completion) => label.toLowerCase().startsWith(typed);
    const isAsked = typed !== '' || context.explicit;
    const keywords = () => given(keywordSource, context).filter(begins);
    switch (place.kind) {
      case 'nothing':
        return [];
      case 'continuation': {
        const words = keywords().filter(({ label }) => place.words.has(label.toUpperCase()));
        return context.explicit || isContinuing(typed, place.aliasOf, words.length) ? words : [];
      }
      case 'targetColumn':
        return place.target ? found(columnsNamed(place.target, catalog).map(foremost)) : [];
      case 'sharedColumn':
        return found(sharedColumns(place.joined, catalog));
      case 'member':
      case 'relation':
        return found(given(names, context));
      case 'beginning': {
        const columns = isAsked || place.asksForColumn ? found(columnsOfRelations(relations, catalog)) : [];
        if (!isAsked) return columns;
        const known = new Set(columns.map(({ label }) => label));
        const others = found(given(names, context)).filter(({ label }) => !known.has(label));
        return [...columns, ...others, ...functions.filter(begins), ...keywords()];
      }
    }
  };

  const source = (context: CompletionContext): CompletionResult | null => {
    const { state, pos } = context;
    // Where the text has not been parsed yet, every word would seem to be in place.
    if (!syntaxTreeAvailable(state, pos)) return null;
    const { name } = syntaxTree(state).resolveInner(pos, -1);
    if (name === 'QuotedIdentifier') return names(context) as CompletionResult | null;
    const statement = statementAt(state, pos);
    if (literals.has(name) || statement === null) return null;
    const line = state.doc.lineAt(pos);
    const typed = wordBefore.exec(line.text.slice(0, pos - line.from))![0].toLowerCase();
    const from = pos - typed.length;
    const word = { from: from - statement.from, to: pos - statement.from };
    const options = optionsAt(context, readPlace(tokensOf(statement.sql), word, isKeyword), typed);
    if (options.length === 0 || options.some(({ label }) => label.toLowerCase() === typed)) return null;
    return { from, options, update: (_, _from, _to, next) => source(next) };
  };
  return source;
}
