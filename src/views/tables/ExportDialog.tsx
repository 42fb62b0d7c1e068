import { useSelector } from '@xstate/react';
import { css } from 'styled-system/css';
import type { ActorRefFrom } from 'xstate';
import { countWords } from '../../contract/common/counts.ts';
import { exportFormats, type ExportFormat } from '../../contract/tables/exportRows.ts';
import type { ExportScope, exportRowsMachine } from '../../machines/tables/exportRows/exportRows.machine.ts';
import {
  selectExportedRows,
  selectExportFailure,
  selectFormat,
  selectIsExporting,
  selectIsSaved,
  selectScope,
  selectSelectedRows,
  selectTotalRows,
} from '../../machines/tables/exportRows/exportRows.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Progressbar } from '../ui/Progressbar.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { tableForm } from './formStyles.ts';

const progress = css({ display: 'flex', alignItems: 'center', gap: '2', fontVariantNumeric: 'tabular-nums' });

const formatWords: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV, exactly as stored',
  spreadsheet: 'CSV for spreadsheets, where nothing runs as a formula',
  json: 'JSON',
  sql: 'SQL inserts',
};

const scopeWords: Readonly<Record<ExportScope, string>> = {
  all: 'All rows of the current filter, in the columns that are shown.',
  rows: 'The selected rows, in the columns that are shown, as they are in the database: without staged changes.',
  cells: 'The selected cells, as they are in the database: without staged changes.',
};

interface ExportDialogProps {
  flow: ActorRefFrom<typeof exportRowsMachine>;
  onClose: () => void;
}

/** Saves the rows of the current filter, or what is selected of them, as a file. */
export function ExportDialog({ flow, onClose }: ExportDialogProps) {
  const scope = useSelector(flow, selectScope);
  const selected = useSelector(flow, selectSelectedRows);
  const format = useSelector(flow, selectFormat);
  const rows = useSelector(flow, selectExportedRows);
  const failure = useSelector(flow, selectExportFailure);
  const exporting = useSelector(flow, selectIsExporting);
  const saved = useSelector(flow, selectIsSaved);
  const total = useSelector(flow, selectTotalRows);
  // An estimate that was too low says nothing.
  const part = total !== null && total > rows ? Math.floor((100 * rows) / total) : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export rows"
      description={scopeWords[scope]}
      footer={
        exporting ? (
          <Button onClick={() => flow.send({ type: 'export.cancelled' })}>Cancel export</Button>
        ) : (
          <Button variant="primary" onClick={() => flow.send({ type: 'export.started' })}>
            {saved ? 'Export again' : 'Export'}
          </Button>
        )
      }
    >
      <div className={tableForm.fields}>
        {failure && <ErrorState title="Could not export the rows" failure={failure} />}
        {selected !== null && (
          <SelectField
            label="Rows"
            value={scope}
            disabled={exporting}
            options={[
              { value: 'all', label: 'All rows of the filter' },
              { value: 'rows', label: `Selection: ${countWords(selected.rows, 'row')}` },
              {
                value: 'cells',
                label: `Selection: ${countWords(selected.columns.length, 'column')} of ${countWords(selected.rows, 'row')}`,
              },
            ]}
            onValueChange={(value) => flow.send({ type: 'scope.chosen', scope: value })}
          />
        )}
        <SelectField
          label="Format"
          value={format}
          disabled={exporting}
          options={exportFormats.map((value) => ({ value, label: formatWords[value] }))}
          onValueChange={(value) => flow.send({ type: 'format.chosen', format: value })}
        />
        {exporting && (
          <>
            <p role="status" className={progress}>
              <Spinner />
              {`${countWords(rows, 'row')} received`}
              {part !== null && `, about ${part} %`}
            </p>
            {part !== null && <Progressbar label="Export" value={part} />}
          </>
        )}
        {saved && (
          <Alert variant="success" announce title={`${countWords(rows, 'row')} exported`}>
            The browser saves the file in its downloads folder.
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
