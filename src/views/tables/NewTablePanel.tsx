import { useSelector } from '@xstate/react';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId, useState, type KeyboardEvent } from 'react';
import type { ActorRefFrom } from 'xstate';
import type { FieldErrors } from '../../contract/common/fieldErrors.ts';
import { itemErrorsOf } from '../../contract/common/itemErrors.ts';
import type { Constraint } from '../../contract/tables/constraint.ts';
import {
  newColumn,
  newTablePreview,
  newTableSchema,
  ownTarget,
  withColumn,
  type NewColumn,
} from '../../contract/tables/newTable.ts';
import type { KeyTarget } from '../../contract/tables/shapeSuggestions.ts';
import type { newTableMachine } from '../../machines/tables/newTable/newTable.machine.ts';
import { selectSuggestions } from '../../machines/tables/shapeSuggestions/shapeSuggestions.selectors.ts';
import { keepEnter } from '../parts/keepEnter.ts';
import { useForm } from '../parts/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { TextField } from '../ui/TextField.tsx';
import { addColumn } from './addColumn.ts';
import { ColumnGroup, isAtColumn } from './ColumnGroup.tsx';
import { Constraints } from './Constraints.tsx';
import { tableForm } from './formStyles.ts';
import { KeyTargetFields, type Suggestions } from './KeyTargetFields.tsx';
import { TableFields, TypeSuggestions } from './TableFields.tsx';
import { useTypedConstraint } from './useTypedConstraint.ts';

const { fields, heading, problem } = tableForm;

interface ColumnFieldsProps {
  column: NewColumn;
  place: number;
  errors: FieldErrors | undefined;
  isLast: boolean;
  typesId: string;
  suggestions: Suggestions;
  /** The new table. */
  own: KeyTarget;
  onChanged: (column: NewColumn) => void;
  onMoved: (by: number) => void;
  onRemoved: () => void;
}

interface MoreColumnFieldsProps {
  column: NewColumn;
  suggestions: Suggestions;
  own: KeyTarget;
  onChanged: (changed: Partial<NewColumn>) => void;
}

function MoreColumnFields({ column, suggestions, own, onChanged }: MoreColumnFieldsProps) {
  const { references } = column;
  return (
    <>
      <KeyTargetFields
        suggestions={suggestions}
        own={own}
        columns={1}
        value={
          references && {
            ...references,
            table: references.table ?? own.table,
            isOwn: references.table === null,
            columns: [references.column],
          }
        }
        onChanged={({ columns: [target = ''], schema, table, isOwn, onDelete, onUpdate }, key, before) => {
          const wasChosen = column.dataType !== newColumn().dataType && column.dataType !== before?.[0]?.type;
          onChanged({
            references: { schema, table: isOwn ? null : table, column: target, onDelete, onUpdate },
            // Only that of the key fits.
            ...(!wasChosen && key?.[0] && { dataType: key[0].type }),
          });
        }}
        onRemoved={() => onChanged({ references: null })}
      />
      <TextField
        label="Check"
        placeholder="total >= 0"
        autoCapitalize="none"
        value={column.check}
        onValueChange={(check) => onChanged({ check })}
      />
      <TextField
        label="Generated as"
        placeholder="price * amount"
        autoCapitalize="none"
        value={column.generated}
        onValueChange={(generated) => onChanged({ generated, ...(generated !== '' && { identity: false }) })}
      />
      <TextField
        label="Comment of the column"
        value={column.comment}
        onValueChange={(comment) => onChanged({ comment })}
      />
    </>
  );
}

function ColumnFields({
  column,
  place,
  errors,
  isLast,
  typesId,
  suggestions,
  own,
  onChanged,
  onMoved,
  onRemoved,
}: ColumnFieldsProps) {
  const change = (changed: Partial<NewColumn>) => onChanged({ ...column, ...changed });
  const named = column.name === '' ? `column ${place + 1}` : column.name;
  return (
    <ColumnGroup
      place={place}
      column={column}
      errors={errors}
      typesId={typesId}
      onChanged={change}
      hasMore={column.references !== null || column.check !== '' || column.generated !== '' || column.comment !== ''}
      fields={
        <TextField
          label="Default"
          placeholder={column.identity ? 'The next number' : 'now()'}
          disabled={column.identity || column.generated !== ''}
          value={column.default}
          onValueChange={(expression) => change({ default: expression })}
        />
      }
      choices={
        <>
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
        </>
      }
      more={<MoreColumnFields column={column} suggestions={suggestions} own={own} onChanged={change} />}
      actions={
        <>
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
        </>
      }
    />
  );
}

const moved = <Item,>(items: readonly Item[], from: number, by: number): Item[] => {
  const next = [...items];
  next.splice(from + by, 0, ...next.splice(from, 1));
  return next;
};

/** Enter in the name sends the form, as in others; the fields of columns suggest what to type. */
const keepEnterBelowName = {
  onKeyDown(event: KeyboardEvent<HTMLFormElement>): void {
    if ((event.target as Partial<HTMLInputElement>).name !== 'name') keepEnter.onKeyDown(event);
  },
};

interface NewTablePanelProps {
  flow: ActorRefFrom<typeof newTableMachine>;
  onCancel: () => void;
}

/** The form of a new table, with the SQL that it becomes. */
export function NewTablePanel({ flow, onCancel }: NewTablePanelProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const formId = useId();
  const { columns, constraints } = values;
  const columnNames = columns.map(({ name }) => name).filter((name) => name !== '');
  const setConstraints = (value: Constraint[]) => change({ field: 'constraints', value });
  const typed = useTypedConstraint({ constraints, columns: columnNames, onChanged: setConstraints });
  const columnErrors = fieldErrors.columns ? itemErrorsOf(newTableSchema, values, 'columns') : [];
  const suggestions = useSelector(flow, ({ children }) => children.suggestions);
  const { types } = useSelector(suggestions, selectSuggestions);
  /** By place, so that what is open of a column moves with it. Before the first move, they are the places. */
  const [ids, setIds] = useState<readonly number[]>([]);
  const columnIds = columns.map((_, place) => ids[place] ?? place);
  const setColumns = (value: NewColumn[], nextIds = columnIds) => {
    setIds(nextIds);
    change({ field: 'columns', value });
  };
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
      <form {...form} onSubmit={typed.submitting(form.onSubmit)} id={formId} className={fields} {...keepEnterBelowName}>
        {failure && <ErrorState title="Could not create the table" failure={failure} />}
        <TableFields values={values} errors={fieldErrors} busy={busy} commentLabel="Comment" onChanged={change} />
        <h3 className={heading}>Columns</h3>
        <TypeSuggestions id={`${formId}-types`} types={types} />
        {columns.map((column, index) => (
          <ColumnFields
            key={columnIds[index]}
            column={column}
            place={index}
            errors={columnErrors[index]}
            isLast={index === columns.length - 1}
            typesId={`${formId}-types`}
            suggestions={suggestions}
            own={ownTarget(values)}
            onChanged={(next) => setColumns(withColumn(columns, index, next))}
            onMoved={(by) => setColumns(moved(columns, index, by), moved(columnIds, index, by))}
            onRemoved={() =>
              setColumns(
                columns.filter((_, at) => at !== index),
                columnIds.filter((_, at) => at !== index),
              )
            }
          />
        ))}
        {fieldErrors.columns && !columnErrors.some(isAtColumn) && (
          <p className={problem} role="alert">
            {fieldErrors.columns}
          </p>
        )}
        <div>
          <Button
            size="small"
            icon={<Plus />}
            onClick={({ currentTarget }) =>
              addColumn(currentTarget, () =>
                setColumns([...columns, newColumn()], [...columnIds, Math.max(-1, ...columnIds) + 1]),
              )
            }
          >
            Add column
          </Button>
        </div>
        <Constraints
          {...typed.field}
          suggestions={suggestions}
          constraints={constraints}
          columns={columnNames}
          onChanged={setConstraints}
          onAdded={typed.add}
        />
        {fieldErrors.constraints && (
          <p className={problem} role="alert">
            {fieldErrors.constraints}
          </p>
        )}
        <CodeBlock label="SQL of the new table" code={newTablePreview({ ...values, constraints: typed.all })} />
      </form>
    </SidePanel>
  );
}
