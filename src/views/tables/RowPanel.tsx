import { useSelector } from '@xstate/react';
import ExternalLink from 'lucide-react/icons/arrow-up-right';
import Slash from 'lucide-react/icons/circle-slash-2';
import Expand from 'lucide-react/icons/maximize-2';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import type { Cell } from '../../contract/sql/query.ts';
import { queryOfRows, rowsWith } from '../../contract/tables/rowAddress.ts';
import { keyInRowId, keyWords } from '../../contract/tables/rowKey.ts';
import type { TableColumn, TableDetail } from '../../contract/tables/table.ts';
import type { ViewAs } from '../../contract/tables/viewAs.ts';
import type { OpenedCell } from '../../machines/tables/cellEditor/cellEditor.machine.ts';
import type { openRowMachine } from '../../machines/tables/openRow/openRow.machine.ts';
import {
  selectIsReadingRow,
  selectIsRowGone,
  selectRowFailure,
  selectStoredRow,
} from '../../machines/tables/openRow/openRow.selectors.ts';
import type { stagedEditsMachine } from '../../machines/tables/stagedEdits/stagedEdits.machine.ts';
import { selectIsLocked, selectStaged } from '../../machines/tables/stagedEdits/stagedEdits.selectors.ts';
import { stagedIdOf, type CellEdit } from '../../machines/tables/stagedEdits/stagedRows.ts';
import { href } from '../../router/href.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { TextAreaField } from '../ui/TextAreaField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { cellEdit } from './cellCommands.ts';
import { canEdit, choicesOf, emptiedValue, hasLines, openedCell } from './cellRules.ts';
import { pointedRow, pointingRows } from './references.ts';
import { shownRows, storedRows, type ShownRow } from './shownRows.ts';

const list = css({ display: 'grid', gap: '4', padding: '4', gridTemplateColumns: '[minmax(0, 1fr)]' });
const field = css({ display: 'grid', gap: '1.5', '& :is(input, textarea)': { fontFamily: 'mono' } });
const tools = css({ display: 'flex', alignItems: 'center', gap: '1', minHeight: 'control.small' });
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2' });
const heading = css({ textStyle: 'label' });
const type = css({ color: 'muted', textStyle: 'small' });

interface RowFieldProps {
  table: TableDetail;
  row: ShownRow;
  index: number;
  column: TableColumn;
  projectRef: string;
  viewAs: ViewAs | null;
  locked: boolean;
  onEdited: (cells: readonly CellEdit[], typing: boolean) => void;
  onCellOpened: (cell: OpenedCell) => void;
  onReferenceOpened: (cell: OpenedCell) => void;
}

const noChoice = 'null';
const choiceOf = (value: Cell): string => (value === null ? noChoice : `=${value}`);

/** One value of the row. What is typed is staged at once, so that nothing is lost. */
function RowField({
  table,
  row,
  index,
  column,
  projectRef,
  viewAs,
  locked,
  onEdited,
  onCellOpened,
  onReferenceOpened,
}: RowFieldProps) {
  const value = row.cells[index] ?? null;
  /** The value whose text was deleted in a column that takes neither nothing nor NULL. */
  const [emptied, setEmptied] = useState<Cell>(null);
  const isEmptied = emptied !== null && emptied === value;
  const isCut = row.cut.has(index);
  const editable = !locked && !isCut && canEdit(table, row, column);
  const choices = choicesOf(column);
  const isDefault =
    (row.change?.type === 'update' && row.change.defaults.includes(column.name)) ||
    (row.change?.type === 'insert' && !Object.hasOwn(row.change.values, column.name) && column.default !== null);
  const stage = (next: Cell, isTyping = false) => {
    if (next !== value) onEdited(cellEdit({ table, rows: [row] }, 0, index, next), isTyping);
  };
  const open = () => {
    const cell = openedCell(table, row, index, locked);
    if (cell) onCellOpened(cell);
  };
  const openReference = () => {
    const cell = openedCell(table, row, index, locked);
    if (cell) onReferenceOpened(cell);
  };
  const { name, reference, comment } = column;
  const pointsAt = pointedRow(table, row, column);
  const aside = (
    <span className={tools}>
      <span className={type}>{column.type}</span>
      {editable && column.nullable && value !== null && (
        <IconButton
          label={`Set ${name} to NULL`}
          size="small"
          variant="text"
          icon={<Slash />}
          onClick={() => stage(null)}
        />
      )}
      {choices === null && (
        <IconButton label={`Open ${name} in the editor`} size="small" variant="text" icon={<Expand />} onClick={open} />
      )}
    </span>
  );
  const placeholder = isDefault ? 'Default' : value === null ? 'NULL' : 'Empty string';
  const typing = {
    label: name,
    aside,
    description: isCut ? 'Only the beginning of the value is shown.' : (comment ?? undefined),
    error: isEmptied ? 'This column cannot be NULL. Enter a value.' : undefined,
    spellCheck: false,
    readOnly: !editable,
    placeholder: isEmptied ? undefined : placeholder,
    value: isEmptied ? '' : (value ?? ''),
    onValueChange: (text: string) => {
      const next = emptiedValue(column, text);
      const isRefused = next === null && !column.nullable;
      setEmptied(isRefused ? value : null);
      if (!isRefused) stage(next, true);
    },
  };
  return (
    <div className={field}>
      {choices !== null && editable ? (
        <SelectField
          label={name}
          aside={aside}
          description={comment ?? undefined}
          value={choiceOf(value)}
          options={[...new Set([...choices, value])].map((choice) => ({
            value: choiceOf(choice),
            label: choice ?? (isDefault ? 'Default' : 'NULL'),
          }))}
          onValueChange={(choice) => stage(choice === noChoice ? null : choice.slice(1))}
        />
      ) : hasLines(column) ? (
        <TextAreaField {...typing} rows={1} />
      ) : (
        <TextField {...typing} />
      )}
      {reference && !isCut && (
        <div className={actions}>
          <Button size="small" onClick={openReference}>
            {editable ? `Choose a row of ${reference.table}` : `Show row of ${reference.table}`}
          </Button>
          {pointsAt !== null && (
            <ButtonLink
              size="small"
              icon={<ExternalLink />}
              href={href(
                'table',
                { ref: projectRef, id: String(reference.id) },
                queryOfRows(rowsWith(pointsAt, viewAs)),
              )}
            >
              {`Open in ${reference.table}`}
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  );
}

interface BackReferencesProps {
  table: TableDetail;
  row: ShownRow;
  projectRef: string;
  viewAs: ViewAs | null;
}

/** The rows of other tables that point to this one. */
function BackReferences({ table, row, projectRef, viewAs }: BackReferencesProps) {
  const known = table.referencedBy.flatMap((reference) => {
    const filters = row.stored && pointingRows(row.stored, reference);
    return filters === null ? [] : [{ ...reference, filters }];
  });
  if (known.length === 0) return null;
  return (
    <section className={field} aria-label="Referenced by">
      <h3 className={heading}>Referenced by</h3>
      <div className={actions}>
        {known.map(({ id, schema, table: name, column, others, filters }) => (
          <ButtonLink
            key={`${id} ${column} ${others.length}`}
            size="small"
            icon={<ExternalLink />}
            href={href('table', { ref: projectRef, id: String(id) }, queryOfRows(rowsWith(filters, viewAs)))}
          >
            {`${schema === table.schema ? '' : `${schema}.`}${name}.${[column, ...others.map((other) => other.name)].join(', ')}`}
          </ButtonLink>
        ))}
      </div>
    </section>
  );
}

interface OpenedRowProps {
  table: TableDetail;
  projectRef: string;
  viewAs: ViewAs | null;
  /** Id of the row. */
  id: string;
  /** None for a new row, which is nowhere to be read. */
  flow: ActorRefFrom<typeof openRowMachine> | undefined;
  edits: ActorRefFrom<typeof stagedEditsMachine>;
  /** The rows of the page. */
  rows: readonly ShownRow[];
  onCellOpened: (cell: OpenedCell) => void;
  onReferenceOpened: (cell: OpenedCell) => void;
}

function OpenedRow({
  table,
  projectRef,
  viewAs,
  id,
  flow,
  edits,
  rows,
  onCellOpened,
  onReferenceOpened,
}: OpenedRowProps) {
  const stored = useSelector(flow, (snapshot) => snapshot && selectStoredRow(snapshot)) ?? null;
  const reading = useSelector(flow, (snapshot) => snapshot && selectIsReadingRow(snapshot)) ?? false;
  const gone = useSelector(flow, (snapshot) => snapshot && selectIsRowGone(snapshot)) ?? false;
  const failure = useSelector(flow, (snapshot) => snapshot && selectRowFailure(snapshot)) ?? null;
  const staged = useSelector(edits, selectStaged);
  const locked = useSelector(edits, selectIsLocked);
  const own = stored === null ? [] : shownRows(table, storedRows(table, stored), staged);
  const stagedId = stagedIdOf(staged, id);
  const row = gone ? undefined : [...own, ...rows].find((one) => one.id === id || one.id === stagedId);
  return (
    <div className={list}>
      {failure && (
        <ErrorState
          title="Could not load the row"
          failure={failure}
          onRetry={() => flow?.send({ type: 'row.reloaded' })}
        />
      )}
      {!row && reading && <SkeletonRows label="Loading the row" rows={6} />}
      {!row && !reading && failure === null && (
        <Alert
          variant="warning"
          title="This row no longer exists"
          actions={
            gone && (
              <Button size="small" onClick={() => flow?.send({ type: 'row.reloaded' })}>
                Look again
              </Button>
            )
          }
        >
          It was deleted, or its key was changed.
        </Alert>
      )}
      {row &&
        table.columns.map((column, index) => (
          <RowField
            key={`${row.id} ${column.name}`}
            table={table}
            row={row}
            index={index}
            column={column}
            projectRef={projectRef}
            viewAs={viewAs}
            locked={locked}
            onEdited={(cells, typing) => cells.length > 0 && edits.send({ type: 'cells.edited', cells, typing })}
            onCellOpened={onCellOpened}
            onReferenceOpened={onReferenceOpened}
          />
        ))}
      {row && <BackReferences table={table} row={row} projectRef={projectRef} viewAs={viewAs} />}
    </div>
  );
}

interface RowPanelProps extends Omit<OpenedRowProps, 'id'> {
  id: string | null;
  onClose: () => void;
}

/** The row that the address names, as a form. */
export function RowPanel({ id, onClose, ...rest }: RowPanelProps) {
  const key = id === null ? null : keyInRowId(id);
  return (
    <SidePanel
      open={id !== null}
      size="medium"
      title={
        key === null ? `New row of ${rest.table.name}` : `Row ${keyWords(key, rest.table.key)} of ${rest.table.name}`
      }
      onClose={onClose}
    >
      {id !== null && <OpenedRow key={id} id={id} {...rest} />}
    </SidePanel>
  );
}
