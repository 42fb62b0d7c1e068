import ChevronRight from 'lucide-react/icons/chevron-right';
import { useId, useState, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import type { FieldErrors } from '../../contract/common/fieldErrors.ts';
import { Button } from '../ui/Button.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tableForm } from './formStyles.ts';

const opener = css({
  display: 'contents',
  '& svg': { transitionProperty: '[rotate]', transitionDuration: 'normal' },
  '& [aria-expanded=true] svg': { rotate: '[90deg]' },
});

interface NamedType {
  name: string;
  dataType: string;
}

interface ColumnGroupProps {
  /** Counted from 0. */
  place: number;
  column: NamedType;
  errors: FieldErrors | undefined;
  /** Id of the suggested types. */
  typesId: string;
  onChanged: (changed: Partial<NamedType>) => void;
  /** What most columns have beside a name and a type. */
  fields: ReactNode;
  choices: ReactNode;
  /** What few columns have. */
  more: ReactNode;
  /** Whether any of that is filled in, so that it is seen at once. */
  hasMore: boolean;
  /** Buttons at the end. */
  actions: ReactNode;
}

/** Whether a column shows what is wrong with it. */
export const isAtColumn = (errors: FieldErrors | undefined): boolean =>
  errors !== undefined && ('name' in errors || 'dataType' in errors);

export const columnNameField = 'columnName';

/** One column in the forms of a table. */
export function ColumnGroup({
  place,
  column,
  errors,
  typesId,
  onChanged,
  fields,
  choices,
  more,
  hasMore,
  actions,
}: ColumnGroupProps) {
  const [isChosenOpen, setOpen] = useState<boolean | null>(null);
  const isOpen = isChosenOpen ?? hasMore;
  const moreId = useId();
  return (
    <div className={tableForm.group} role="group" aria-label={`Column ${place + 1}`}>
      <div className={tableForm.trio}>
        <TextField
          label="Column name"
          name={columnNameField}
          autoComplete="off"
          value={column.name}
          error={errors?.['name']}
          autoCapitalize="none"
          onValueChange={(name) => onChanged({ name })}
        />
        <TextField
          label="Type"
          list={typesId}
          value={column.dataType}
          error={errors?.['dataType']}
          autoCapitalize="none"
          onValueChange={(dataType) => onChanged({ dataType })}
        />
        {fields}
      </div>
      <div className={tableForm.choices}>
        {choices}
        <span className={opener}>
          <Button
            size="small"
            variant="text"
            icon={<ChevronRight />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? moreId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            More options
          </Button>
        </span>
        <span className={tableForm.end}>{actions}</span>
      </div>
      {isOpen && (
        <div id={moreId} className={tableForm.pair}>
          {more}
        </div>
      )}
    </div>
  );
}
