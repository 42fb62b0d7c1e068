import type { CommitOutcome, RowChange } from '../../../src/contract/tables/changes.ts';
import {
  goneComparisons,
  goneIn,
  newNames,
  withNames,
  withoutColumns,
} from '../../../src/contract/tables/columnNumbers.ts';
import type { TableDetail } from '../../../src/contract/tables/table.ts';

/** A change in the names that the columns have now. */
interface NamedChange {
  change: RowChange;
  /** What the caller calls a column. */
  sentName: (name: string) => string;
  /** Columns that the change gives values to, and that were dropped. */
  gone: readonly string[];
}

/** A column that was renamed after the change was staged is found by its number; one without a number, by its name. */
export function namedChange(sent: RowChange, { columns }: TableDetail): NamedChange {
  const names = newNames(sent, columns);
  const change = names === null ? sent : withNames(sent, names);
  const isNumbered = (name: string) => Object.hasOwn(change.columns ?? {}, name);
  const sentNames = new Map([...(names ?? [])].map(([before, now]) => [now, before]));
  return {
    // A row to delete is compared in the columns that are left.
    change: withoutColumns(change, goneComparisons(change, columns).filter(isNumbered)) ?? change,
    sentName: (name) => sentNames.get(name) ?? name,
    gone: goneIn(change, columns).filter(isNumbered),
  };
}

const inSentNames = <Value>(
  values: Readonly<Record<string, Value>>,
  { sentName }: NamedChange,
): Record<string, Value> => Object.fromEntries(Object.entries(values).map(([name, value]) => [sentName(name), value]));

/** An outcome in the caller's names. */
export function withSentNames(outcome: CommitOutcome, named: NamedChange): CommitOutcome {
  if (outcome.outcome === 'failed')
    return { ...outcome, column: outcome.column === null ? null : named.sentName(outcome.column) };
  if (outcome.outcome !== 'conflict') return outcome;
  const { cells, fingerprints } = outcome;
  return {
    ...outcome,
    cells: cells && inSentNames(cells, named),
    ...(fingerprints && { fingerprints: inSentNames(fingerprints, named) }),
  };
}
