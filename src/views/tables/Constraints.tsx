import X from 'lucide-react/icons/x';
import { css } from 'styled-system/css';
import type { Constraint } from '../../contract/tables/constraint.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { ConstraintForm, type ConstraintFormProps } from './ConstraintForm.tsx';
import { tableForm } from './formStyles.ts';

const list = css({ margin: '0', padding: '0', listStyle: 'none', display: 'grid', gap: '1' });
const line = css({ display: 'flex', alignItems: 'center', gap: '2', minHeight: 'row.small' });
const code = css({ fontFamily: 'mono', textStyle: 'small', flex: '1', minWidth: '0', overflowWrap: 'anywhere' });

interface ConstraintsProps extends ConstraintFormProps {
  constraints: readonly Constraint[];
  onChanged: (constraints: Constraint[]) => void;
}

/** The constraints of a table in its forms, and one to add. */
export function Constraints({ constraints, onChanged, ...form }: ConstraintsProps) {
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
      <ConstraintForm {...form} />
    </>
  );
}
