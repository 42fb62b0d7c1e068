import type { ReactNode } from 'react';
import type { ResultSet } from '../../machines/sql/sqlRun/resultStore.ts';
import { planOf } from './planOf.ts';
import { PlanTree } from './PlanTree.tsx';

export interface PlanPanelProps {
  result: ResultSet;
  /** What is shown where the result is no plan that can be drawn. */
  rows: ReactNode;
  onCopyRequested: () => void;
}

/** A result of EXPLAIN as a tree. */
export function PlanPanel({ result, rows, onCopyRequested }: PlanPanelProps) {
  const plan = planOf(result);
  return plan ? <PlanTree plan={plan} onCopyRequested={onCopyRequested} /> : rows;
}
