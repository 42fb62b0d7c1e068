import type { Catalog } from '../../../contract/projects/catalog.ts';
import { identifierOf, isWord, statementsOf, type Token } from '../../../contract/sql/statements.ts';

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

/** Where the name of a relation begins whose policies a statement switches off; -1 where it does not. */
function openedIndex(tokens: readonly Token[]): number {
  const isOpened = isWord(tokens[1], 'VIEW')
    ? tokens.some((token) => isWord(token, 'SECURITY_INVOKER')) && !setsInvokersRights(tokens)
    : isWord(tokens[1], 'TABLE') &&
      tokens.some((token, index) => isWord(token, 'DISABLE') && isWord(tokens[index + 1], 'ROW'));
  if (!isOpened) return -1;
  const index = isWord(tokens[2], 'IF') ? 4 : 2;
  return isWord(tokens[index], 'ONLY') ? index + 1 : index;
}

function nameIndex(tokens: readonly Token[]): number {
  if (isWord(tokens[0], 'CREATE')) return createdIndex(tokens);
  if (isWord(tokens[0], 'ALTER')) return openedIndex(tokens);
  return isWord(tokens[0], 'SELECT', 'WITH') ? selectedIndex(tokens) : -1;
}

export type ExposedRelation = Pick<Catalog['schemas'][number]['relations'][number], 'name' | 'kind'> & {
  remedy: string;
};

/**
 * Relations that a text created or opened, and whose rows anyone with the public key can read, as the catalog knows
 * them. Read from the text, so that what another run opened is never counted.
 */
export function exposedRelationsOf(sql: string, { schemas, searchPath }: Catalog): ExposedRelation[] {
  const relationsOf = (schema: string | undefined) => schemas.find(({ name }) => name === schema)?.relations ?? [];
  const found = statementsOf(sql).flatMap(({ tokens }) => {
    const index = nameIndex(tokens);
    const [first, dot, second] = index === -1 ? [] : tokens.slice(index, index + 3);
    if (!first) return [];
    const isQualified = dot?.text === '.' && second !== undefined;
    const named = nameOf(sql, isQualified ? second : first);
    const isNamed = ({ name }: { name: string }) => name === named;
    const schema = isQualified
      ? nameOf(sql, first)
      : isWord(tokens[0], 'ALTER')
        ? searchPath.find((place) => relationsOf(place).some(isNamed))
        : searchPath[0];
    return relationsOf(schema).filter(isNamed);
  });
  return [...new Set(found)].flatMap(({ name, kind, remedy }) => (remedy === null ? [] : [{ name, kind, remedy }]));
}
