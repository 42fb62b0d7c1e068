import ListTree from 'lucide-react/icons/list-tree';
import type { PlanView } from '../../contract/sql/sqlEditor.ts';
import type { ResultSet } from '../../machines/sql/sqlRun/resultStore.ts';
import { useCommands } from '../parts/commands.ts';
import { Segments } from '../ui/Segments.tsx';
import { planOf } from './planOf.ts';

const options = [
  { value: 'plan', label: 'Plan' },
  { value: 'rows', label: 'Rows' },
] as const satisfies readonly { value: PlanView; label: string }[];

export interface PlanChoiceProps {
  result: ResultSet;
  value: PlanView;
  onValueChange: (value: PlanView) => void;
}

function Choice({ value, onValueChange }: Omit<PlanChoiceProps, 'result'>) {
  const other = value === 'plan' ? 'rows' : 'plan';
  useCommands([
    {
      id: 'sql.planView',
      label: other === 'rows' ? 'Show plan as rows' : 'Show plan as a tree',
      section: 'SQL',
      icon: <ListTree aria-hidden />,
      keywords: ['explain', 'query plan', 'view'],
      action: { run: () => onValueChange(other) },
    },
  ]);
  return <Segments label="Show the plan as" value={value} options={options} onValueChange={onValueChange} />;
}

/** Offers the tree and the rows of a plan; nothing for a result that is no plan after all. */
export const PlanChoice = ({ result, ...choice }: PlanChoiceProps) => planOf(result) && <Choice {...choice} />;
