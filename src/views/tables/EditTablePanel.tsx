import { useSelector } from '@xstate/react';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { FieldErrors } from '../../contract/common/fieldErrors.ts';
import { itemErrorsOf } from '../../contract/common/itemErrors.ts';
import {
  addedShapeColumn,
  shapeSchema,
  shapeSteps,
  type ShapeColumn,
  type ShapeStep,
  type ShapeWork,
} from '../../contract/tables/shape.ts';
import type { Loss } from '../../contract/tables/shapeLosses.ts';
import type { editTableMachine } from '../../machines/tables/editTable/editTable.machine.ts';
import {
  lossesOf,
  selectHasShapeFailed,
  selectIsConfirmingLoss,
  selectIsReadingShape,
  selectStoredShape,
} from '../../machines/tables/editTable/editTable.selectors.ts';
import { selectSuggestions } from '../../machines/tables/shapeSuggestions/shapeSuggestions.selectors.ts';
import { keepEnter } from '../parts/keepEnter.ts';
import { useForm } from '../parts/useForm.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { addColumn } from './addColumn.ts';
import { ColumnGroup, isAtColumn } from './ColumnGroup.tsx';
import { Constraints } from './Constraints.tsx';
import { tableForm } from './formStyles.ts';
import { TableFields, TypeSuggestions } from './TableFields.tsx';
import { useTypedConstraint, type TypedConstraints } from './useTypedConstraint.ts';

const { fields, heading, problem } = tableForm;
const costs = css({
  margin: '0',
  paddingInlineStart: '5',
  listStyleType: 'disc',
  display: 'grid',
  gap: '1',
  textStyle: 'small',
});

interface ColumnFieldsProps {
  column: ShapeColumn;
  /** As it is stored; undefined for a new column. */
  stored: ShapeColumn | undefined;
  place: number;
  errors: FieldErrors | undefined;
  typesId: string;
  onChanged: (column: ShapeColumn) => void;
  onRemoved: () => void;
}

function ColumnFields({ column, stored, place, errors, typesId, onChanged, onRemoved }: ColumnFieldsProps) {
  const change = (changed: Partial<ShapeColumn>) => onChanged({ ...column, ...changed });
  const isComputed = column.generated !== '';
  const isRetyped = stored !== undefined && stored.dataType !== column.dataType;
  return (
    <ColumnGroup
      place={place}
      column={column}
      errors={errors}
      typesId={typesId}
      onChanged={change}
      hasMore={column.comment !== '' || (stored === undefined && isComputed)}
      fields={
        <>
          {isComputed && stored !== undefined ? (
            <TextField label="Computed by" readOnly value={column.generated} />
          ) : (
            <TextField
              label="Default"
              placeholder={column.identity ? 'The next number' : 'now()'}
              disabled={column.identity || isComputed}
              value={column.default}
              onValueChange={(expression) => change({ default: expression })}
            />
          )}
          {isRetyped && (
            <TextField
              label="Convert with"
              description="An expression, where Postgres knows no cast."
              placeholder={`${column.name}::${column.dataType}`}
              value={column.using}
              onValueChange={(using) => change({ using })}
            />
          )}
        </>
      }
      choices={
        <>
          <Checkbox
            label="Nullable"
            checked={column.nullable}
            disabled={column.identity}
            onCheckedChange={(nullable) => change({ nullable })}
          />
          {!isComputed && (
            <Checkbox
              label="Identity"
              checked={column.identity}
              onCheckedChange={(identity) => change({ identity, ...(identity && { nullable: false, default: '' }) })}
            />
          )}
        </>
      }
      more={
        <>
          {stored === undefined && (
            <TextField
              label="Computed by"
              placeholder="price * amount"
              disabled={column.default !== '' || column.identity}
              value={column.generated}
              onValueChange={(generated) => change({ generated })}
            />
          )}
          <TextField label="Comment" value={column.comment} onValueChange={(comment) => change({ comment })} />
        </>
      }
      actions={
        <IconButton
          label={`Drop ${column.name === '' ? `column ${place + 1}` : column.name}`}
          tip={false}
          size="small"
          variant="text"
          icon={<X />}
          onClick={onRemoved}
        />
      }
    />
  );
}

const workWords: Readonly<Record<ShapeWork, string | null>> = {
  none: null,
  scan: 'reads every row to check it',
  index: 'builds an index over every row',
  rewrite: 'writes every row again',
};

/** What the change costs: short statements need no words. */
function Costs({ steps }: { steps: readonly ShapeStep[] }) {
  const slow = steps.filter(({ work }) => work !== 'none');
  const blocksReads = steps.some(({ lock }) => lock === 'ACCESS EXCLUSIVE');
  return (
    <Alert
      variant={slow.some(({ work }) => work === 'rewrite') ? 'warning' : 'default'}
      title={
        blocksReads
          ? 'Others cannot read or write the table while this runs'
          : 'Others can read the table while this runs'
      }
    >
      {slow.length === 0 ? (
        'It takes a moment, regardless of the number of rows.'
      ) : (
        <ul className={costs}>
          {slow.map(({ sql, lock, work }) => (
            <li key={sql}>{`${sql.split('\n')[0]?.slice(0, 100)} ${workWords[work]} (${lock} lock).`}</li>
          ))}
        </ul>
      )}
    </Alert>
  );
}

const lossWords: Readonly<Record<Loss, string>> = {
  values: 'all values, as the column is dropped',
  digits: 'digits that the new type cannot store',
  date: 'the date',
  time: 'the time of day',
  zone: 'the time zone',
  order: 'the order of keys, and repeated keys',
  host: 'the part of the host',
  end: 'the end of longer texts',
};

const lossTitle = 'Some stored data is lost, which cannot be undone';

const Losses = ({ losses }: { losses: ReturnType<typeof lossesOf> }) => (
  <ul className={costs}>
    {losses.map(({ column, loss }) => (
      <li key={column}>{`${column}: ${lossWords[loss]}`}</li>
    ))}
  </ul>
);

/** Asks before stored values lose something. */
function LossDialog({ flow }: Pick<EditTablePanelProps, 'flow'>) {
  const snapshot = flow.getSnapshot();
  const open = useSelector(flow, selectIsConfirmingLoss);
  return (
    <ConfirmDialog
      open={open}
      title={`Change ${snapshot.context.stored?.shape.name ?? 'the table'}?`}
      description={`${lossTitle}.`}
      variant="danger"
      confirmLabel="Change table"
      onConfirm={() => flow.send({ type: 'action.confirmed' })}
      onCancel={() => flow.send({ type: 'action.cancelled' })}
    >
      <Losses losses={lossesOf(snapshot)} />
    </ConfirmDialog>
  );
}

interface EditTablePanelProps {
  flow: ActorRefFrom<typeof editTableMachine>;
  onCancel: () => void;
}

interface ShapeFormProps {
  flow: EditTablePanelProps['flow'];
  formId: string;
  typed: TypedConstraints;
  /** The statements that the form stands for, with what is typed of a constraint. */
  steps: readonly ShapeStep[];
}

function ShapeForm({ flow, formId, typed, steps }: ShapeFormProps) {
  const { values, fieldErrors, failure, busy, change, form } = useForm(flow);
  const stored = useSelector(flow, selectStoredShape);
  const losses = lossesOf(flow.getSnapshot());
  const suggestions = useSelector(flow, ({ children }) => children.suggestions);
  const { types } = useSelector(suggestions, selectSuggestions);
  const { columns, constraints } = values;
  const columnErrors = fieldErrors.columns ? itemErrorsOf(shapeSchema, values, 'columns') : [];
  const setColumns = (value: ShapeColumn[]) => change({ field: 'columns', value });
  const storedColumn = (storedName: string | null) => stored?.shape.columns.find(({ name }) => name === storedName);
  return (
    <form {...form} onSubmit={typed.submitting(form.onSubmit)} id={formId} className={fields} {...keepEnter}>
      {failure && (
        <ErrorState
          title="Could not change the table"
          failure={failure}
          {...(failure.code === 409 && { onRetry: () => flow.send({ type: 'shape.reloaded' }) })}
        />
      )}
      <TableFields
        values={values}
        errors={fieldErrors}
        busy={busy}
        commentLabel="Comment of the table"
        onChanged={change}
      />
      <h3 className={heading}>Columns</h3>
      <TypeSuggestions id={`${formId}-types`} types={types} />
      {columns.map((column, index) => (
        <ColumnFields
          key={column.storedName ?? `new ${index}`}
          column={column}
          stored={storedColumn(column.storedName)}
          place={index}
          errors={columnErrors[index]}
          typesId={`${formId}-types`}
          onChanged={(next) => setColumns(columns.map((one, at) => (at === index ? next : one)))}
          onRemoved={() => setColumns(columns.filter((_, at) => at !== index))}
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
          onClick={({ currentTarget }) => addColumn(currentTarget, () => setColumns([...columns, addedShapeColumn]))}
        >
          Add column
        </Button>
      </div>
      <Constraints
        {...typed.field}
        suggestions={suggestions}
        constraints={constraints}
        columns={columns.map(({ name }) => name)}
        onChanged={(value) => change({ field: 'constraints', value })}
        onAdded={typed.add}
      />
      {stored !== null && stored.dependants.length > 0 && (
        <Alert title="Other objects depend on this table">{stored.dependants.join(', ')}</Alert>
      )}
      {steps.length > 0 && (
        <>
          {losses.length > 0 && (
            <Alert variant="warning" title={lossTitle}>
              <Losses losses={losses} />
            </Alert>
          )}
          <Costs steps={steps} />
          <CodeBlock label="SQL of the changes" code={steps.map(({ sql }) => `${sql};`).join('\n')} />
        </>
      )}
    </form>
  );
}

/** The form that alters a table, with the statements that it becomes. */
export function EditTablePanel({ flow, onCancel }: EditTablePanelProps) {
  const formId = useId();
  const { busy, failure, values, change } = useForm(flow);
  const typed = useTypedConstraint({
    constraints: values.constraints,
    columns: values.columns.map(({ name }) => name),
    onChanged: (value) => change({ field: 'constraints', value }),
  });
  const stored = useSelector(flow, selectStoredShape);
  const reading = useSelector(flow, selectIsReadingShape);
  const failed = useSelector(flow, selectHasShapeFailed);
  const steps = stored === null ? [] : shapeSteps(stored, { ...values, constraints: typed.all });
  return (
    <SidePanel
      open
      size="large"
      title={stored === null ? 'Edit table' : `Edit ${stored.shape.name}`}
      onClose={() => {
        if (!busy) onCancel();
      }}
      footer={
        <>
          <Button disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={busy}
            disabled={reading || failed || (steps.length === 0 && !typed.isOpen)}
          >
            Change table
          </Button>
        </>
      }
    >
      {reading && (
        <div className={fields}>
          <SkeletonRows label="Loading the structure" rows={6} />
        </div>
      )}
      {failed && failure && (
        <div className={fields}>
          <ErrorState
            title="Could not load the structure"
            failure={failure}
            onRetry={() => flow.send({ type: 'shape.reloaded' })}
          />
        </div>
      )}
      {!reading && !failed && <ShapeForm flow={flow} formId={formId} typed={typed} steps={steps} />}
      <LossDialog flow={flow} />
    </SidePanel>
  );
}
