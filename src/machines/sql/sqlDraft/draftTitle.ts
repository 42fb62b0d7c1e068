import { firstStatement } from '../../../contract/sql/firstStatement.ts';
import { isUnnamed, queryTitle } from '../../../contract/sql/queryTitle.ts';

/** The name, and until there is one, what the first statement does. */
export const draftTitle = ({ name, sql }: { name: string; sql: string }): string =>
  isUnnamed(name) ? queryTitle({ name, statement: firstStatement(sql) }) : name;
