import Copy from 'lucide-react/icons/copy';
import { useMemo } from 'react';
import { css } from 'styled-system/css';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { Cell, Column } from '../../contract/sql/query.ts';
import { prettyJson } from '../parts/prettyJson.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';

const text = css({
  margin: '0',
  padding: '3',
  maxHeight: '[60vh]',
  overflow: 'auto',
  textStyle: 'mono',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  background: 'sunken',
  border: 'hairline',
  borderRadius: 'medium',
});
const nothing = css({ color: 'muted', fontStyle: 'italic' });

/** Beyond this a page takes longer to lay a text out than a person waits; the whole is what is copied. */
const shownLength = 500_000;

const isJson = ({ type }: Column): boolean => type === 'json' || type === 'jsonb';

interface CellDialogProps {
  open: boolean;
  column: Column | undefined;
  value: Cell | undefined;
  row: number;
  onClose: () => void;
  onCopyRequested: (text: string) => void;
}

/** One value whole, however long it is. */
export function CellDialog({ open, column, value, row, onClose, onCopyRequested }: CellDialogProps) {
  const laid = useMemo(
    () =>
      value === undefined || value === null ? null : column && isJson(column) ? prettyJson(value, shownLength) : value,
    [column, value],
  );
  const shown = laid === null ? null : laid.slice(0, shownLength);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title={column?.name ?? ''}
      description={`${column?.type ?? ''}, row ${grouped(row + 1)}${typeof value === 'string' ? `, ${countWords(value.length, 'character')}` : ''}`}
      footer={
        typeof value === 'string' && (
          <Button icon={<Copy />} onClick={() => onCopyRequested(value)}>
            Copy value
          </Button>
        )
      }
    >
      {shown === null ? (
        <p className={nothing}>NULL</p>
      ) : shown === '' ? (
        <p className={nothing}>Empty string</p>
      ) : (
        <ScrollRegion as="pre" className={text} label="Value">
          {shown}
        </ScrollRegion>
      )}
      {shown !== laid && (
        <p
          className={nothing}
        >{`Only the first ${countWords(shownLength, 'character')} are shown. Copy the value to get all of it.`}</p>
      )}
    </Dialog>
  );
}
