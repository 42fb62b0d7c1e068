import { useState } from 'react';
import { css } from 'styled-system/css';
import type { TableColumn } from '../../contract/tables/table.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { TextField } from '../ui/TextField.tsx';

/** More of them take seconds to show; the search finds the others. */
const listedMax = 200;

const list = css({ display: 'grid', gap: '1', margin: '0', padding: '0', listStyle: 'none', paddingBlock: '3' });
const typeWords = css({ color: 'muted', textStyle: 'small', marginInlineStart: '2' });
const note = css({ textStyle: 'small', color: 'muted' });

interface ColumnsDialogProps {
  columns: readonly TableColumn[];
  hidden: readonly string[];
  onHidden: (hidden: readonly string[]) => void;
  onReset: () => void;
  onClose: () => void;
}

/** Which of many columns are shown: they are found by name or type. */
export function ColumnsDialog({ columns, hidden, onHidden, onReset, onClose }: ColumnsDialogProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = columns.filter(({ name, type }) => `${name} ${type}`.toLowerCase().includes(wanted));
  const away = new Set(hidden);
  const shown = columns.filter(({ name }) => !away.has(name)).length;
  const further = found.length - listedMax;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Columns"
      description={`${shown} of ${columns.length} are shown.`}
      footer={
        <>
          <Button
            onClick={() => {
              onHidden([]);
              onReset();
            }}
          >
            Reset columns
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <TextField label="Search columns" type="search" value={search} onValueChange={setSearch} />
      <ul className={list}>
        {found.slice(0, listedMax).map(({ name, type }) => (
          <li key={name}>
            <Checkbox
              label={
                <>
                  {name}
                  <span className={typeWords}>{type}</span>
                </>
              }
              checked={!away.has(name)}
              // One column stays.
              disabled={!away.has(name) && shown === 1}
              onCheckedChange={(isShown) =>
                onHidden(isShown ? hidden.filter((one) => one !== name) : [...hidden, name])
              }
            />
          </li>
        ))}
      </ul>
      <p role="status" className={note}>
        {found.length === 0 ? 'No column found' : further > 0 ? `${further} more: search for them by name or type` : ''}
      </p>
    </Dialog>
  );
}
