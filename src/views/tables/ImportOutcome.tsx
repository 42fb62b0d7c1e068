import { useSelector } from '@xstate/react';
import Download from 'lucide-react/icons/download';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import {
  selectImport,
  selectIsImported,
  selectIsSettling,
} from '../../machines/tables/importRows/importRows.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Progressbar } from '../ui/Progressbar.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { rowsTable } from './formStyles.ts';
import type { ImportFlow } from './importFlow.ts';

const progress = css({ display: 'grid', gap: '2', fontVariantNumeric: 'tabular-nums' });
const scroll = css({ overflow: 'auto', maxHeight: '[40vh]', border: 'hairline', borderRadius: 'medium' });
const start = css({ display: 'flex' });

/** How far an import is. */
export function ImportProgress({ flow }: { flow: ImportFlow }) {
  const { sent, rows, rejected, source } = useSelector(flow, selectImport);
  const settling = useSelector(flow, selectIsSettling);
  const percent = Math.floor(sent * 100);
  const words = settling
    ? 'Checking whether the rows were imported'
    : sent < 1
      ? `Sending ${source?.name ?? 'the file'}: ${percent} %`
      : `${countWords(rows, 'row')} written${rejected === 0 ? '' : `, ${countWords(rejected, 'bad row')}`}`;
  return (
    <div className={progress}>
      <p role="status">{words}</p>
      {!settling && sent < 1 && <Progressbar label="Sending" value={percent} text={words} />}
      <p>Rows appear in the table when all of them are written. Leaving the table editor cancels the import.</p>
    </div>
  );
}

/** What became of the rows. */
export function ImportOutcome({ flow }: { flow: ImportFlow }) {
  const { end, badRows, rejected } = useSelector(flow, selectImport);
  const imported = useSelector(flow, selectIsImported);
  const bad = countWords(rejected, 'bad row');
  return (
    <>
      {imported ? (
        <Alert variant="success" announce title={`${countWords(end?.rows ?? 0, 'row')} imported`}>
          {rejected === 0 ? 'No row was skipped.' : `${bad} skipped.`}
        </Alert>
      ) : (
        <Alert variant="destructive" announce title={`Nothing was imported: ${bad}`}>
          Correct the file and import it again, or import the good rows and skip these.
        </Alert>
      )}
      {badRows.length > 0 && (
        <>
          <ScrollRegion label="Bad rows" className={scroll}>
            <table className={rowsTable}>
              <thead>
                <tr>
                  <th scope="col">Line</th>
                  <th scope="col">Reason</th>
                </tr>
              </thead>
              <tbody>
                {badRows.map(({ line, reason }) => (
                  <tr key={line}>
                    <td>{line}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
          {badRows.length < rejected && <p>{`The first ${badRows.length} of ${bad}. The file has all of them.`}</p>}
          <div className={start}>
            <Button icon={<Download />} onClick={() => flow.send({ type: 'rejected.requested' })}>
              Save bad rows as CSV
            </Button>
          </div>
        </>
      )}
    </>
  );
}
