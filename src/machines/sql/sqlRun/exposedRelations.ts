import type { Catalog } from '../../../contract/projects/catalog.ts';
import { identifierOf, isWord, statementsOf, type Token } from '../../../contract/sql/statements.ts';
import { isDynamic, openBefore, relationKey, relationsByKey } from './openRelations.ts';

const nameOf = (sql: string, { kind, from, to }: Token): string => identifierOf(kind, sql.slice(from, to));

/** Whether the option that follows, as in `(security_invoker = on)`, is switched on. */
const isOn = ([, equals, value]: readonly Token[]): boolean =>
  equals?.text !== '=' || !/^'?(?:false|off|no|0)'?$/i.test(value?.text ?? '');

/** Whether a statement about a view leaves it the rights of its caller. */
function setsInvokersRights(tokens: readonly Token[]): boolean {
  const index = tokens.findIndex((token) => isWord(token, 'SECURITY_INVOKER'));
  return index !== -1 && !tokens.some((token) => isWord(token, 'RESET')) && isOn(tokens.slice(index));
}

/** Where the name of a new relation begins among a statement's tokens; -1 where it creates none that stays. */
function createdIndex(tokens: readonly Token[]): number {
  let index = isWord(tokens[1], 'OR') ? 3 : 1;
  while (isWord(tokens[index], 'UNLOGGED', 'MATERIALIZED', 'FOREIGN', 'RECURSIVE')) index += 1;
  const isView = isWord(tokens[index], 'VIEW');
  if ((!isView && !isWord(tokens[index], 'TABLE')) || (isView && setsInvokersRights(tokens))) return -1;
  return isWord(tokens[index + 1], 'IF') ? index + 4 : index + 1;
}

/** The same for `SELECT … INTO`. */
function selectedIndex(tokens: readonly Token[]): number {
  const into = tokens.findIndex((token) => token.depth === 0 && isWord(token, 'INTO'));
  return into === -1 || isWord(tokens[into + 1], 'TEMP', 'TEMPORARY')
    ? -1
    : into + 1 + Number(isWord(tokens[into + 1], 'TABLE', 'UNLOGGED'));
}

/** Where the name of a relation begins after `ALTER`, whatever kind it is of. */
function alteredIndex(tokens: readonly Token[]): number {
  const after = isWord(tokens[1], 'MATERIALIZED', 'FOREIGN') ? 3 : 2;
  const index = isWord(tokens[after], 'IF') ? after + 2 : after;
  return isWord(tokens[index], 'ONLY') ? index + 1 : index;
}

/** Where the name of a relation begins whose policies a statement switches off; -1 where it does not. */
function openedIndex(tokens: readonly Token[]): number {
  const isOpened = isWord(tokens[1], 'VIEW')
    ? tokens.some((token) => isWord(token, 'SECURITY_INVOKER')) && !setsInvokersRights(tokens)
    : isWord(tokens[1], 'TABLE') &&
      tokens.some((token, index) => isWord(token, 'DISABLE') && isWord(tokens[index + 1], 'ROW'));
  return isOpened ? alteredIndex(tokens) : -1;
}

function nameIndex(tokens: readonly Token[]): number {
  if (isWord(tokens[0], 'CREATE')) return createdIndex(tokens);
  if (isWord(tokens[0], 'ALTER')) return openedIndex(tokens);
  return isWord(tokens[0], 'SELECT', 'WITH') ? selectedIndex(tokens) : -1;
}

export type ExposedRelation = Pick<Catalog['schemas'][number]['relations'][number], 'name' | 'kind'> & {
  remedy: string;
};

interface RelationName {
  /** Undefined for what the search path finds. */
  schema: string | undefined;
  name: string;
}

/** The name that begins at an index, which may be qualified, and the index after it. */
function nameAt(sql: string, tokens: readonly Token[], index: number): (RelationName & { end: number }) | null {
  const [first, dot, second] = index < 0 ? [] : tokens.slice(index, index + 3);
  if (!first) return null;
  return dot?.text === '.' && second
    ? { schema: nameOf(sql, first), name: nameOf(sql, second), end: index + 3 }
    : { schema: undefined, name: nameOf(sql, first), end: index + 1 };
}

/** Names that are separated by commas. */
function namesAt(sql: string, tokens: readonly Token[], index: number): RelationName[] {
  const names = [];
  for (let named = nameAt(sql, tokens, index); named; named = nameAt(sql, tokens, named.end + 1)) {
    names.push(named);
    if (tokens[named.end]?.text !== ',') break;
  }
  return names;
}

/** The relation that `ALTER … SET SCHEMA` moves, by its new name; null where the statement moves none. */
function movedName(sql: string, tokens: readonly Token[]): RelationName | null {
  const set = tokens.findIndex((token, index) => isWord(token, 'SET') && isWord(tokens[index + 1], 'SCHEMA'));
  const schema = tokens[set + 2];
  const named = nameAt(sql, tokens, alteredIndex(tokens));
  const isMoved = set !== -1 && isWord(tokens[1], 'TABLE', 'VIEW', 'MATERIALIZED', 'FOREIGN') && named?.end === set;
  return isMoved && schema ? { schema: nameOf(sql, schema), name: named.name } : null;
}

/** Objects that `GRANT … ON` names by a word, other than tables. */
const otherObjects =
  'SEQUENCE DATABASE DOMAIN FOREIGN FUNCTION PROCEDURE ROUTINE LANGUAGE LARGE PARAMETER SCHEMA TABLESPACE TYPE'.split(
    ' ',
  );

/** Relations that a statement names, or whole schemas of them. */
interface AffectedRelations {
  relations: readonly RelationName[];
  /** All relations in these, where `kinds` has theirs. */
  schemas: readonly string[];
  kinds?: readonly ExposedRelation['kind'][];
}

const none: AffectedRelations = { relations: [], schemas: [] };

/** What a statement lets the Data API's callers read. */
function grantedRelations(sql: string, tokens: readonly Token[]): AffectedRelations {
  const at = (...words: string[]) => tokens.findIndex((token) => token.depth === 0 && isWord(token, ...words));
  const [on, to] = [at('ON'), at('TO')];
  if (on === -1 || to < on) return none;
  const reads = tokens.slice(1, on).some((token) => isWord(token, 'SELECT', 'ALL'));
  const callers = namesAt(sql, tokens, to + 1);
  if (!reads || !callers.some(({ name }) => ['anon', 'authenticated', 'public'].includes(name))) return none;
  if (isWord(tokens[on + 1], 'ALL'))
    return isWord(tokens[on + 2], 'TABLES')
      ? { relations: [], schemas: namesAt(sql, tokens, on + 5).map(({ name }) => name) }
      : none;
  if (isWord(tokens[on + 1], ...otherObjects) && to > on + 2) return none;
  return { relations: namesAt(sql, tokens, isWord(tokens[on + 1], 'TABLE') ? on + 2 : on + 1), schemas: [] };
}

/** The foreign tables that a statement makes of another server's schema. */
function importedRelations(sql: string, tokens: readonly Token[]): AffectedRelations {
  const into = tokens.findIndex((token) => token.depth === 0 && isWord(token, 'INTO'));
  const schema = tokens[into + 1];
  if (into === -1 || !schema) return none;
  const name = nameOf(sql, schema);
  const limit = tokens.findIndex((token, index) => isWord(token, 'LIMIT') && isWord(tokens[index + 1], 'TO'));
  return limit === -1
    ? { relations: [], schemas: [name], kinds: ['foreign table'] }
    : { relations: namesAt(sql, tokens, limit + 3).map((table) => ({ ...table, schema: name })), schemas: [] };
}

/** What a statement may leave open. The new name of what is created stands for the first schema of the search path. */
function affectedRelations(sql: string, tokens: readonly Token[], [created]: readonly string[]): AffectedRelations {
  if (isWord(tokens[0], 'GRANT')) return grantedRelations(sql, tokens);
  if (isWord(tokens[0], 'IMPORT')) return importedRelations(sql, tokens);
  const isAltered = isWord(tokens[0], 'ALTER');
  const named = (isAltered ? movedName(sql, tokens) : null) ?? nameAt(sql, tokens, nameIndex(tokens));
  if (named === null) return none;
  const schema = named.schema ?? (isAltered ? undefined : created);
  return { relations: [{ ...named, schema }], schemas: [] };
}

/**
 * Relations that a text created or opened, and whose rows anyone with the public key can read, as the catalog knows
 * them. Read from the text, so that what another run opened is never counted. What a dynamic text did is what is open
 * now and was not before, where that is remembered.
 */
export function exposedRelationsOf(sql: string, catalog: Catalog, remembered?: number): ExposedRelation[] {
  const { schemas, searchPath } = catalog;
  const all = relationsByKey(catalog);
  const found = statementsOf(sql).flatMap(({ tokens }) => {
    const { relations, schemas: whole, kinds } = affectedRelations(sql, tokens, searchPath);
    return [
      ...relations.flatMap(({ schema, name }) => {
        const place = schema ?? searchPath.find((one) => all.has(relationKey(one, name))) ?? '';
        return all.get(relationKey(place, name)) ?? [];
      }),
      ...schemas
        .flatMap(({ name, relations: each }) => (whole.includes(name) ? each : []))
        .filter(({ kind }) => kinds?.includes(kind) ?? true),
    ];
  });
  const known = remembered !== undefined && isDynamic(sql) ? openBefore(remembered) : undefined;
  const opened = known ? [...all].flatMap(([key, relation]) => (known.get(key)?.remedy ? [] : relation)) : [];
  return [...new Set([...found, ...opened])].flatMap(({ name, kind, remedy }) =>
    remedy === null ? [] : [{ name, kind, remedy }],
  );
}
