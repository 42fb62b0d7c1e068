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

/** What can be written at a place in the text, as far as the words before it say. */
type Place =
  | 'anything'
  /** A part of what stands before the dot. */
  | 'member'
  | 'relation'
  /**
   * After a complete expression or table: an alias, which only its author knows, or the word that continues the
   * statement.
   */
  | 'continuation'
  /** A new name, a literal or a comment. */
  | 'nothing';

const literals: ReadonlySet<string> = new Set(['String', 'Bits', 'Bytes', 'Number', 'LineComment', 'BlockComment']);
const operands: ReadonlySet<string> = new Set([
  'Identifier',
  'QuotedIdentifier',
  'CompositeIdentifier',
  'Number',
  'String',
  'Bool',
  'Null',
  'Parens',
  ')',
]);
const beforeRelation: ReadonlySet<string> = new Set(
  'from join update into truncate only references table view'.split(' '),
);
const creating: ReadonlySet<string> = new Set(
  'create temp temporary unlogged foreign materialized recursive replace'.split(' '),
);

const continuations: ReadonlySet<string> = new Set(
  (
    'and as asc at between by collate conflict cross desc do else end except fetch filter for from full group having ilike in inner intersect into ' +
    'is isnull join left like limit natural not notnull nulls offset on or order over partition primary references returning right set similar ' +
    'tablesample then to union unique using values when where window with'
  ).split(' '),
);

/** Words that may be an alias need as many letters to be taken for the beginning of a keyword. */
const continuationLength = 2;

interface Token {
  name: string;
  text: string;
  from: number;
}

/** The last token before a position, without comments. */
function tokenBefore(state: EditorState, position: number): Token | null {
  for (let end = position; end > 0;) {
    const node = syntaxTree(state).resolveInner(end, -1);
    const isSpace = /\s/.test(state.sliceDoc(end - 1, end));
    if (!isSpace && !node.name.endsWith('Comment'))
      return { name: node.name, text: state.sliceDoc(node.from, node.to).toLowerCase(), from: node.from };
    end = isSpace ? end - 1 : node.from;
  }
  return null;
}

function placeOf(state: EditorState, position: number, wordFrom: number): Place {
  if (literals.has(syntaxTree(state).resolveInner(position, -1).name)) return 'nothing';
  const before = tokenBefore(state, wordFrom);
  if (before === null) return 'anything';
  if (before.text === '.') return 'member';
  if (operands.has(before.name)) return 'continuation';
  if (before.text === 'as') return 'nothing';
  if (!beforeRelation.has(before.text)) return 'anything';
  const creator = before.text === 'table' || before.text === 'view' ? tokenBefore(state, before.from)?.text : undefined;
  return creator !== undefined && creating.has(creator) ? 'nothing' : 'relation';
}

const wordBefore = /[\w$\u0080-\uffff]*$/;

/** A name is found by its beginning, or by that of a word in it. */
const isFound = (label: string, typed: string): boolean =>
  label.startsWith(typed) || label.includes(`_${typed}`) || label.includes(` ${typed}`);

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

  const optionsAt = (context: CompletionContext, place: Place, typed: string): Completion[] => {
    if (place === 'nothing') return [];
    // The library gives names to a request alone where no letter of one is typed yet.
    const asked = new CompletionContext(context.state, context.pos, true);
    const named = (source: CompletionSource): readonly Completion[] =>
      (source(asked) as CompletionResult | null)?.options ?? [];
    if (place === 'continuation') {
      if (typed.length < continuationLength && !context.explicit) return [];
      return named(keywordSource).filter(({ label }) => continuations.has(label) && label.startsWith(typed));
    }
    const found = named(names).filter(({ label }) => isFound(label.toLowerCase(), typed));
    if (place !== 'anything') return found;
    const beginning = ({ label }: Completion) => label.toLowerCase().startsWith(typed);
    return [...found, ...functions.filter(beginning), ...named(keywordSource).filter(beginning)];
  };

  const source = (context: CompletionContext): CompletionResult | null => {
    const { state, pos, explicit } = context;
    // Where the text has not been parsed yet, every word would seem to be in place.
    if (!syntaxTreeAvailable(state, pos)) return null;
    if (syntaxTree(state).resolveInner(pos, -1).name === 'QuotedIdentifier')
      return names(context) as CompletionResult | null;
    const line = state.doc.lineAt(pos);
    const typed = wordBefore.exec(line.text.slice(0, pos - line.from))![0].toLowerCase();
    const from = pos - typed.length;
    const place = placeOf(state, pos, from);
    if (typed === '' && !explicit && place !== 'relation' && place !== 'member') return null;
    const options = optionsAt(context, place, typed);
    if (options.length === 0 || options.some(({ label }) => label.toLowerCase() === typed)) return null;
    return { from, options, update: (_, _from, _to, next) => source(next) };
  };
  return source;
}
