import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { css } from 'styled-system/css';
import type { Position } from '../parts/grid/selection.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { TextField } from '../ui/TextField.tsx';
import { cellsWith } from './cellCommands.ts';
import type { ShownRow } from './shownRows.ts';

const frame = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  // On a phone, it shares a line with the pages.
  flex: { smDown: '1' },
  minWidth: { smDown: 'name' },
  '& input': { height: 'control.small' },
});
const words = css({ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' });

interface FindInRowsProps {
  rows: readonly ShownRow[];
  text: string;
  onTyped: (text: string) => void;
  onFound: (position: Position) => void;
}

/** Finds a text in the rows of the page, cell by cell. */
export function FindInRows({ rows, text, onTyped, onFound }: FindInRowsProps) {
  const [place, setPlace] = useState<number | null>(null);
  const found = useMemo(() => cellsWith(rows, text), [rows, text]);
  const go = (step: number) => {
    if (found.length === 0) return;
    const next = place === null ? (step > 0 ? 0 : found.length - 1) : (place + step + found.length) % found.length;
    setPlace(next);
    onFound(found[next]!);
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    go(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={frame} role="search" aria-label="Find in these rows">
      <TextField
        label="Find in these rows"
        hideLabel
        type="search"
        placeholder="Find in these rows"
        value={text}
        onKeyDown={pressed}
        onValueChange={(typed) => {
          onTyped(typed);
          setPlace(null);
        }}
      />
      {text !== '' && (
        <>
          <span className={words} role="status">
            {found.length === 0 ? 'Not found' : `${place === null ? '' : `${place + 1} of `}${found.length} found`}
          </span>
          <IconButton
            label="Previous match"
            size="small"
            variant="text"
            icon={<ChevronUp />}
            disabled={found.length === 0}
            onClick={() => go(-1)}
          />
          <IconButton
            label="Next match"
            size="small"
            variant="text"
            icon={<ChevronDown />}
            disabled={found.length === 0}
            onClick={() => go(1)}
          />
        </>
      )}
    </div>
  );
}
