import type { Catalog } from '../../../contract/projects/catalog.ts';
import { isWord, statementsOf } from '../../../contract/sql/statements.ts';

export const relationKey = (schema: string, name: string): string => JSON.stringify([schema, name]);

export const relationsByKey = ({ schemas }: Catalog) =>
  new Map(
    schemas.flatMap(({ name: schema, relations }) =>
      relations.map((relation) => [relationKey(schema, relation.name), relation] as const),
    ),
  );

/** Catalogs that are remembered: a run asks for one only while it is looked at. */
const remembered = 8;

/** Beside the charts, because their events go into traces, where the names of a user's relations must not be. */
const before = new Map<number, ReturnType<typeof relationsByKey>>();
let lastRemembered = 0;

/** Remembers which relations anyone with the public key can read; returns a number for them. */
export function rememberOpenRelations(catalog: Catalog): number {
  before.set(++lastRemembered, relationsByKey(catalog));
  before.delete(lastRemembered - remembered);
  return lastRemembered;
}

/** The relations of then; undefined where they are no longer remembered. */
export const openBefore = (number: number): ReturnType<typeof relationsByKey> | undefined => before.get(number);

/** Whether a text may do more than it says: the statements of a block or a procedure may be made as it runs. */
export const isDynamic = (sql: string): boolean =>
  statementsOf(sql).some(({ tokens }) => isWord(tokens[0], 'DO', 'CALL'));
