import Copy from 'lucide-react/icons/copy';
import type { Cell, Column } from '../../contract/query.ts';
import { css } from 'styled-system/css';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { counted } from './words.ts';

const text = css({
  margin: '0', padding: '3', maxHeight: '[60vh]', overflow: 'auto', textStyle: 'mono', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', background: 'sunken', border: 'hairline', borderRadius: 'medium',
});
const nothing = css({ color: 'muted', fontStyle: 'italic' });

/** JSON laid out for reading. Numbers are kept as they are written, which `JSON.parse` would round. */
export function prettyJson(value: string): string {
  let out = '';
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  for (const token of value.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []) {
    switch (token) {
      case '{': case '[':
        depth++;
        out += token + newLine();
        break;
      case '}': case ']':
        depth--;
        // An empty one stays on its line.
        out = /[{[]\s*$/.test(out) ? out.trimEnd() + token : out + newLine() + token;
        break;
      case ',': out += token + newLine(); break;
      case ':': out += ': '; break;
      default: out += token;
    }
  }
  return out;
}

/** Beyond this a page takes longer to lay a text out than a person waits; the whole is what is copied. */
const shownLength = 500_000;

const isJson = ({ type }: Column): boolean => type === 'json' || type === 'jsonb';

export interface CellDialogProps {
  open: boolean;
  column: Column | undefined;
  value: Cell | undefined;
  row: number;
  onClose: () => void;
  onCopyRequested: (text: string) => void;
}

/** One value whole, however long it is. */
export function CellDialog({ open, column, value, row, onClose, onCopyRequested }: CellDialogProps) {
  const full = value === undefined || value === null ? null : column && isJson(column) ? prettyJson(value) : value;
  const shown = full !== null && full.length > shownLength ? full.slice(0, shownLength) : full;
  return (
    <Dialog
      open={open} onClose={onClose} size="large" title={column?.name ?? ''}
      description={`${column?.type ?? ''}, row ${(row + 1).toLocaleString('en-US')}${typeof value === 'string' ? `, ${counted(value.length, 'character')}` : ''}`}
      footer={typeof value === 'string' && <Button icon={<Copy />} onClick={() => onCopyRequested(value)}>Copy value</Button>}
    >
      {shown === null
        ? <p className={nothing}>NULL</p>
        : shown === ''
          ? <p className={nothing}>Empty text</p>
          // Focusable, so that the keyboard can scroll it.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          : <pre className={text} tabIndex={0} role="region" aria-label="Value">{shown}</pre>}
      {shown !== full && <p className={nothing}>{`Only the first ${counted(shownLength, 'character')} are shown. Copying takes all of it.`}</p>}
    </Dialog>
  );
}
