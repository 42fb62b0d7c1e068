import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import type { ActorRefFrom } from 'xstate';
import { newColumn, newTableSql, type NewColumn } from '../../contract/tables/newTable.ts';
import type { newTableMachine } from '../../machines/tables/newTable/newTable.machine.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { TextField } from '../ui/TextField.tsx';
import { tableForm } from './formStyles.ts';
import { TableFields, TypeSuggestions } from './TableFields.tsx';

const { fields, heading, group, pair, choices, end, problem } = tableForm;

interface ColumnFieldsProps {
  column: NewColumn;
  place: number;
  isLast: boolean;
  typesId: string;
  onChanged: (column: NewColumn) => void;
  onMoved: (by: number) => void;
  onRemoved: () => void;
}

function ColumnFields({ column, place, isLast, typesId, onChanged, onMoved, onRemoved }: ColumnFieldsProps) {
  const change = (changed: Partial<NewColumn>) => onChanged({ ...column, ...changed });
  const named = column.name === '' ? `column ${place + 1}` : column.name;
  return (
    <div className={group} role="group" aria-label={`Column ${place + 1}`}>
      <div className={pair}>
        <TextField
          label="Column name"
          value={column.name}
          autoCapitalize="none"
          onValueChange={(name) => change({ name })}
        />
        <TextField
          label="Type"
          list={typesId}
          value={column.dataType}
          autoCapitalize="none"
          onValueChange={(dataType) => change({ dataType })}
        />
        <TextField
          label="Default"
          placeholder={column.identity ? 'The next number' : 'now()'}
          disabled={column.identity || column.generated !== ''}
          value={column.default}
          onValueChange={(expression) => change({ default: expression })}
        />
        <TextField
          label="References"
          placeholder="boats (id) on delete cascade"
          value={column.references}
          onValueChange={(references) => change({ references })}
        />
        <TextField
          label="Check"
          placeholder="total >= 0"
          autoCapitalize="none"
          value={column.check}
          onValueChange={(check) => change({ check })}
        />
        <TextField
          label="Generated as"
          placeholder="price * amount"
          autoCapitalize="none"
          value={column.generated}
          onValueChange={(generated) => change({ generated, ...(generated !== '' && { identity: false }) })}
        />
      </div>
      <div className={choices}>
        <Checkbox
          label="Primary key"
          checked={column.primaryKey}
          onCheckedChange={(primaryKey) => change({ primaryKey, ...(primaryKey && { nullable: false }) })}
        />
        <Checkbox
          label="Nullable"
          checked={column.nullable}
          disabled={column.primaryKey}
          onCheckedChange={(nullable) => change({ nullable })}
        />
        <Checkbox label="Unique" checked={column.unique} onCheckedChange={(unique) => change({ unique })} />
        <Checkbox
          label="Identity"
          disabled={column.generated !== ''}
          checked={column.identity}
          onCheckedChange={(identity) => change({ identity })}
        />
        <span className={end}>
          <IconButton
            label={`Move ${named} up`}
            tip={false}
            size="small"
            variant="text"
            icon={<ArrowUp />}
            disabled={place === 0}
            onClick={() => onMoved(-1)}
          />
          <IconButton
            label={`Move ${named} down`}
            tip={false}
            size="small"
            variant="text"
            icon={<ArrowDown />}
            disabled={isLast}
            onClick={() => onMoved(1)}
          />
          <IconButton
            label={`Remove ${named}`}
            tip={false}
            size="small"
            variant="text"
            icon={<X />}
            onClick={onRemoved}
          />
        </span>
      </div>
    </div>
  );
}

const moved = (columns: readonly NewColumn[], from: number, by: number): NewColumn[] => {
  const next = [...columns];
  next.splice(from + by, 0, ...next.splice(from, 1));
  return next;
};

interface NewTablePanelProps {
  flow: ActorRefFrom<typeof newTableMachine>;
  onCancel: () => void;
}

/** The form of a new table, with the SQL that it becomes. */
export function NewTablePanel({ flow, onCancel }: NewTablePanelProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const formId = useId();
  const { columns } = values;
  const setColumns = (value: NewColumn[]) => change({ field: 'columns', value });
  return (
    <SidePanel
      open
      size="large"
      title={`New table in ${values.schema}`}
      onClose={() => {
        if (!busy) onCancel();
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={busy}>
            Create table
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className={fields}>
        {failure && <ErrorState title="Could not create the table" failure={failure} />}
        <TableFields values={values} errors={fieldErrors} busy={busy} commentLabel="Comment" onChanged={change} />
        <h3 className={heading}>Columns</h3>
        <TypeSuggestions id={`${formId}-types`} />
        {columns.map((column, index) => (
          <ColumnFields
            key={index}
            column={column}
            place={index}
            isLast={index === columns.length - 1}
            typesId={`${formId}-types`}
            onChanged={(next) => setColumns(columns.map((one, at) => (at === index ? next : one)))}
            onMoved={(by) => setColumns(moved(columns, index, by))}
            onRemoved={() => setColumns(columns.filter((_, at) => at !== index))}
          />
        ))}
        {fieldErrors.columns && (
          <p className={problem} role="alert">
            {fieldErrors.columns}
          </p>
        )}
        <div>
          <Button size="small" icon={<Plus />} onClick={() => setColumns([...columns, newColumn()])}>
            Add column
          </Button>
        </div>
        <CodeBlock
          label="SQL of the new table"
          code={newTableSql(values)
            .map((sql) => `${sql};`)
            .join('\n')}
        />
      </form>
    </SidePanel>
  );
}
