import X from 'lucide-react/icons/x';
import { css } from 'styled-system/css';
import type { Constraint } from '../../contract/tables/constraint.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ConstraintForm } from './ConstraintForm.tsx';
import { tableForm } from './formStyles.ts';
import type { Suggestions } from './KeyTargetFields.tsx';

const list = css({ margin: '0', padding: '0', listStyle: 'none', display: 'grid', gap: '1' });
const line = css({ display: 'flex', alignItems: 'center', gap: '2', minHeight: 'row.small' });
const code = css({ fontFamily: 'mono', textStyle: 'small', flex: '1', minWidth: '0', overflowWrap: 'anywhere' });

interface ConstraintsProps {
  suggestions: Suggestions;
  constraints: readonly Constraint[];
  columns: readonly string[];
  onChanged: (constraints: Constraint[]) => void;
}

/** The constraints of a table in its forms, and one to add. */
export function Constraints({ suggestions, constraints, columns, onChanged }: ConstraintsProps) {
  return (
    <>
      <h3 className={tableForm.heading}>Constraints</h3>
      {constraints.length > 0 && (
        <ul className={list} aria-label="Constraints">
          {constraints.map((constraint, index) => (
            <li key={constraint.storedName ?? `new ${index}`} className={line}>
              <code className={code}>{constraint.definition}</code>
              <IconButton
                label={`Drop ${constraint.storedName ?? constraint.definition}`}
                tip={false}
                size="small"
                variant="text"
                icon={<X />}
                onClick={() => onChanged(constraints.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      <ConstraintForm
        suggestions={suggestions}
        columns={columns}
        onAdded={(constraint) => onChanged([...constraints, constraint])}
      />
    </>
  );
}
