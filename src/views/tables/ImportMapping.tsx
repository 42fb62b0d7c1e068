import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { css } from 'styled-system/css';
import type { Cell } from '../../contract/sql/query.ts';
import { qualifiedName } from '../../contract/sql/quotedName.ts';
import {
  encodings,
  importedTable,
  type ColumnChoice,
  type Delimiter,
  type ImportChoices,
  type ImportFormat,
  type ImportPreview,
  type OnError,
  type ReadOptions,
} from '../../contract/tables/importRows.ts';
import { newTablePreview } from '../../contract/tables/newTable.ts';
import type { TableDetail } from '../../contract/tables/table.ts';
import { existingTableIn, selectImport } from '../../machines/tables/importRows/importRows.selectors.ts';
import {
  selectIsSearching,
  selectSuggestions,
} from '../../machines/tables/shapeSuggestions/shapeSuggestions.selectors.ts';
import { keepEnter } from '../parts/keepEnter.ts';
import { sizeWords } from '../parts/quantities.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { ComboboxField } from '../ui/ComboboxField.tsx';
import { focusFirstInvalid } from '../ui/focus/focusFirstInvalid.ts';
import { RadioCards } from '../ui/RadioCards.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { TextField } from '../ui/TextField.tsx';
import { rowsTable, tableForm } from './formStyles.ts';
import type { ImportFlow } from './importFlow.ts';
import { TableFields, TypeSuggestions } from './TableFields.tsx';

const { heading, pair, group, problem: problemText } = tableForm;

const fileRow = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '3',
  flexWrap: 'wrap',
});
const fileName = css({ fontWeight: 'medium', overflowWrap: 'anywhere' });
const muted = css({ color: 'muted' });
// Level with the control of the field beside it, below that one's label.
const besideField = css({ paddingTop: { base: '7', mdDown: '0' } });
const columnRow = css({
  display: 'grid',
  alignItems: 'end',
  gap: '2',
  gridTemplateColumns: { base: '[minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr)]', mdDown: '[1fr]' },
});
const sample = css({ display: 'grid', gap: '0.5', minWidth: '0', alignSelf: 'center' });
const cut = css({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });
const scroll = css({ overflow: 'auto', maxHeight: '[40vh]', border: 'hairline', borderRadius: 'medium' });
const cellText = css({
  textStyle: 'mono',
  whiteSpace: 'pre',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  maxWidth: 'popover',
});
const existingLine = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' });
const nullText = css({ color: 'muted', fontStyle: 'italic' });

const formatWords: Readonly<Record<ImportFormat, string>> = {
  delimited: 'CSV or TSV',
  json: 'JSON, a list of objects',
  ndjson: 'NDJSON, one object per line',
};
const delimiterWords: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};

const optionsOf = <Value extends string>(words: Readonly<Record<Value, string>>) =>
  (Object.keys(words) as Value[]).map((value) => ({ value, label: words[value] }));

const encodingOptions = encodings.map((value) => ({ value, label: value.toUpperCase() }));

/** What is chosen in place of a column, or of a table. */
const none = '';
const newTable = 'new';
const newTableOption = { value: newTable, label: 'A new table' };

/** The file, the table that its rows go to, and how it is read. */
export function ImportReading({ flow }: { flow: ImportFlow }) {
  const { source, choices, target, table } = useSelector(flow, selectImport);
  const suggestions = useSelector(flow, ({ children }) => children.suggestions);
  const found = useSelector(suggestions, selectSuggestions).tables;
  const isSearching = useSelector(suggestions, selectIsSearching);
  const { read } = choices;
  const change = (changed: Partial<ReadOptions>) => flow.send({ type: 'read.changed', read: { ...read, ...changed } });
  const { tableId } = choices;
  const chosen = [...(table ? [table] : []), ...found].find(({ id }) => id === tableId);
  const openedFor = target?.id === tableId ? target.name : '';
  const selected =
    tableId === null
      ? newTableOption
      : { value: String(tableId), label: chosen ? qualifiedName(chosen.schema, chosen.name) : openedFor };
  return (
    <>
      <div className={fileRow}>
        <span>
          <span className={fileName}>{source?.name ?? ''}</span>{' '}
          <span className={muted}>{source ? sizeWords(source.size) : ''}</span>
        </span>
        <Button size="small" onClick={() => flow.send({ type: 'source.dropped' })}>
          Choose another file
        </Button>
      </div>
      {source !== null && (
        <div className={pair}>
          <ComboboxField
            label="Into"
            nothingFound={isSearching ? 'Searching…' : 'No table has this name.'}
            value={selected.value}
            selected={selected}
            options={[
              newTableOption,
              ...found.map(({ id, schema, name }) => ({ value: String(id), label: qualifiedName(schema, name) })),
            ]}
            onSearch={(search) => suggestions?.send({ type: 'search.changed', search })}
            onValueChange={(value) =>
              flow.send({ type: 'target.chosen', tableId: value === newTable ? null : Number(value) })
            }
          />
          <SelectField
            label="Format"
            value={read.format}
            options={optionsOf(formatWords)}
            onValueChange={(format) => change({ format })}
          />
          <SelectField
            label="Encoding"
            value={read.encoding}
            options={encodingOptions}
            onValueChange={(encoding) => change({ encoding })}
          />
          {read.format === 'delimited' && (
            <>
              <SelectField
                label="Delimiter"
                value={read.delimiter}
                options={optionsOf(delimiterWords)}
                onValueChange={(delimiter) => change({ delimiter })}
              />
              <TextField
                label="Text that means NULL"
                description="Unquoted. Leave empty to import empty fields as NULL."
                autoCapitalize="none"
                value={read.nullText}
                onValueChange={(text) => change({ nullText: text })}
              />
              <div className={besideField}>
                <Checkbox
                  label="First row contains column names"
                  checked={read.hasHeader}
                  onCheckedChange={(hasHeader) => change({ hasHeader })}
                />
              </div>
            </>
          )}
        </div>
      )}
    </>
  );
}

interface ColumnRowProps {
  choice: ColumnChoice;
  place: number;
  sampleOf: string;
  table: TableDetail | null;
  typesId: string;
  onChanged: (choice: ColumnChoice) => void;
}

/** Where a column of the file goes. */
function ColumnRow({ choice, place, sampleOf, table, typesId, onChanged }: ColumnRowProps) {
  const targets = table?.columns.filter(({ generated }) => !generated) ?? [];
  return (
    <div className={columnRow} role="group" aria-label={`Column ${place + 1}: ${choice.source}`}>
      <span className={sample}>
        <span className={cut}>{choice.source}</span>
        <span className={`${cut} ${muted}`}>{sampleOf}</span>
      </span>
      {table === null ? (
        <>
          <TextField
            label="Column"
            placeholder="Left out"
            autoCapitalize="none"
            value={choice.name}
            onValueChange={(name) => onChanged({ ...choice, name })}
          />
          <TextField
            label="Type"
            list={typesId}
            autoCapitalize="none"
            disabled={choice.name === ''}
            value={choice.dataType}
            onValueChange={(dataType) => onChanged({ ...choice, dataType })}
          />
        </>
      ) : (
        <>
          <SelectField
            label="Column"
            value={choice.name}
            options={[
              { value: none, label: 'Left out' },
              ...targets.map(({ name, type }) => ({ value: name, label: `${name} (${type})` })),
            ]}
            onValueChange={(name) => onChanged({ ...choice, name })}
          />
          <span className={muted}>{`Looks like ${choice.dataType}`}</span>
        </>
      )}
    </div>
  );
}

const shownCell = (cell: Cell | undefined) =>
  cell == null ? <span className={nullText}>NULL</span> : cell === '' ? <span className={nullText}>empty</span> : cell;

function FirstRows({ preview: { sources, rows, problems } }: { preview: ImportPreview }) {
  return (
    <>
      <h3 className={heading}>First rows</h3>
      {problems.length > 0 && (
        <Alert variant="warning" title="Some of the first rows cannot be read">
          {problems.map(({ line, reason }) => `Line ${line}: ${reason}`).join(' ')}
        </Alert>
      )}
      <ScrollRegion label="First rows of the file" className={scroll}>
        <table className={rowsTable}>
          <thead>
            <tr>
              {sources.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, index) => (
              <tr key={index}>
                {sources.map((name, place) => (
                  <td key={name} className={cellText}>
                    {shownCell(cells[place])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** Says that the name of the new table is taken, and offers the table that has it. */
const ExistingTable = ({ name, onChosen }: { name: string; onChosen: () => void }) => (
  <span className={existingLine}>
    {`The table ${name} exists already. Choose another name, or import into it.`}
    <Button size="small" onClick={onChosen}>
      {`Import into ${name}`}
    </Button>
  </span>
);

const sampleText = (preview: ImportPreview, place: number): string =>
  preview.rows.map((cells) => cells[place]).find((cell) => cell != null && cell !== '') ?? 'Empty';

/** Columns that get a value only from the file, and are left out. */
const missing = ({ columns }: TableDetail, choices: ImportChoices): string[] =>
  columns
    .filter(
      ({ name, nullable, generated, default: byDefault }) =>
        !nullable && !generated && byDefault === null && choices.columns.every((choice) => choice.name !== name),
    )
    .map(({ name }) => name);

/** How the file is read, where its columns go, and what becomes of bad rows. */
export function ImportMapping({ flow, formId }: { flow: ImportFlow; formId: string }) {
  const { choices, preview, table, problem, schema } = useSelector(flow, selectImport);
  const types = useSelector(
    useSelector(flow, ({ children }) => children.suggestions),
    selectSuggestions,
  ).types;
  const existingTables = useSelector(
    useSelector(flow, ({ children }) => children.existing),
    selectSuggestions,
  );
  const existingTable = useSelector(flow, (snapshot) => existingTableIn(snapshot, existingTables));
  const typesId = useId();
  if (preview === null) return null;
  const change = (changed: Partial<ImportChoices>) => flow.send({ type: 'choices.changed', choices: changed });
  const setColumn = (place: number, choice: ColumnChoice) =>
    change({ columns: choices.columns.map((one, index) => (index === place ? choice : one)) });
  const chooseTable = (tableId: number) => flow.send({ type: 'target.chosen', tableId });
  const lacking = table === null ? [] : missing(table, choices);
  return (
    <form
      id={formId}
      className={css({ display: 'contents' })}
      noValidate
      {...keepEnter}
      onSubmit={(event) => {
        event.preventDefault();
        if (existingTable === null) flow.send({ type: 'import.submitted' });
        else focusFirstInvalid(event.currentTarget);
      }}
    >
      <ImportReading flow={flow} />
      <FirstRows preview={preview} />
      {table === null && (
        <TableFields
          values={choices}
          errors={
            existingTable === null
              ? {}
              : {
                  name: (
                    <ExistingTable
                      name={qualifiedName(schema, existingTable.name)}
                      onChosen={() => chooseTable(existingTable.id)}
                    />
                  ),
                }
          }
          busy={false}
          commentLabel="Comment"
          onChanged={({ field, value }) => change({ [field]: value })}
        />
      )}
      <h3 className={heading}>Columns</h3>
      <TypeSuggestions id={typesId} types={types} />
      <div className={group}>
        {choices.columns.map((choice, place) => (
          <ColumnRow
            key={choice.source}
            choice={choice}
            place={place}
            sampleOf={sampleText(preview, place)}
            table={table}
            typesId={typesId}
            onChanged={(changed) => setColumn(place, changed)}
          />
        ))}
      </div>
      {table === null && (
        <Checkbox
          label="Add an id column as the primary key"
          description="If the file has an id column, that column is used instead."
          checked={choices.hasId}
          onCheckedChange={(hasId) => change({ hasId })}
        />
      )}
      {lacking.length > 0 && (
        <Alert variant="warning" title={`Nothing goes to ${lacking.join(', ')}`}>
          These columns need a value and have no default, so the database will refuse the rows.
        </Alert>
      )}
      <RadioCards<OnError>
        label="Bad rows"
        value={choices.onError}
        options={[
          { value: 'stop', label: 'All rows or none', description: 'If any row is invalid, nothing is imported.' },
          { value: 'skip', label: 'Skip bad rows', description: 'Skipped rows are listed, and you can save them.' },
        ]}
        onValueChange={(onError) => change({ onError })}
      />
      {table === null && (
        <CodeBlock label="SQL of the new table" code={newTablePreview(importedTable(choices, schema))} />
      )}
      {problem !== null && (
        <p className={problemText} role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
