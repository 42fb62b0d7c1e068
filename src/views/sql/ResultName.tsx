import { useEffect, useRef } from 'react';
import { resultTitles } from '../../contract/sql/resultTitles.ts';
import type { SqlStatement } from '../../contract/sql/statements.ts';
import { errorLocation } from '../../machines/sql/sqlRun/errorLocation.ts';
import type { RunRequest } from '../../machines/sql/sqlRun/sqlRun.machine.ts';

const tipLength = 300;

/** The line of a statement in the editor, with its beginning. */
function statementTip(request: Pick<RunRequest, 'sql' | 'line'>, { from, to }: SqlStatement): string {
  const text = request.sql.slice(from, to).replaceAll(/\s+/g, ' ');
  const shown = text.length > tipLength ? `${text.slice(0, tipLength)}…` : text;
  return `Line ${errorLocation(request, from + 1).line}: ${shown}`;
}

interface ResultNameProps {
  request: Pick<RunRequest, 'sql' | 'line'>;
  statements: readonly SqlStatement[];
  /** The statements whose results are shown; their names are told apart. */
  indexes: readonly number[];
  index: number;
}

/** All tabs of an answer have the same indexes, and need the same titles. */
const titlesByIndexes = new WeakMap<readonly number[], readonly string[]>();

/** The number of a statement with what it does: `2. products: select`, or its first words. */
export function ResultName({ request, statements, indexes, index }: ResultNameProps) {
  const name = useRef<HTMLSpanElement>(null);
  const statement = statements[index];
  // Names come after their tabs, and move what is behind them: the chosen tab stays in sight.
  useEffect(() => {
    const chosen = name.current?.closest('[role=tablist]')?.querySelector('[aria-selected=true]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, []);
  const tip = statement && statementTip(request, statement);
  useEffect(() => {
    const tab = name.current?.closest('[role=tab]');
    if (tip !== undefined) tab?.setAttribute('aria-description', tip);
    return () => tab?.removeAttribute('aria-description');
  }, [tip]);
  const told = indexes.flatMap((shown) => statements[shown] ?? []);
  if (!statement) return `Result ${index + 1}`;
  const titles = titlesByIndexes.get(indexes) ?? resultTitles(request.sql, told);
  titlesByIndexes.set(indexes, titles);
  const title = titles[told.indexOf(statement)];
  return <span ref={name} data-tip={tip}>{`${index + 1}. ${title}`}</span>;
}
