import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { css } from 'styled-system/css';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { Column } from '../../contract/sql/query.ts';
import { asReceived, isAsReceived, type Arrangement } from '../../machines/sql/sqlRun/arrangement.ts';
import { Button } from '../ui/Button.tsx';
import { afterLayer } from '../ui/focus/afterLayer.ts';
import { IconButton } from '../ui/IconButton.tsx';

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  flexShrink: '0',
  paddingBlock: '1.5',
  paddingInline: '3',
  borderBottom: 'hairline',
  textStyle: 'small',
});
const chip = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  minHeight: 'control.tiny',
  paddingInlineStart: '2',
  background: 'sunken',
  border: 'hairline',
  borderRadius: 'full',
});
const name = css({ fontWeight: 'medium' });
const field = css({
  width: 'name',
  // Room for the focus ring, which is outside.
  marginInline: '1',
  paddingInline: '1',
  color: 'text',
  background: '[transparent]',
  textStyle: 'mono',
  border: 'none',
  borderBottom: 'control',
});
const sum = css({ marginInlineStart: 'auto', color: 'muted', fontVariantNumeric: 'tabular-nums' });

const Chip = ({ remove, onRemoved, children }: { remove: string; onRemoved: () => void; children: ReactNode }) => (
  <span className={chip}>
    {children}
    <IconButton size="tiny" variant="text" icon={<X />} label={remove} onClick={onRemoved} />
  </span>
);

/** The user wants to type the text of a column's filter: another object for each time. */
export interface TypingRequest {
  column: number;
}

interface FilterFieldProps {
  label: string;
  text: string;
  request: TypingRequest | null;
  onTyped: (text: string) => void;
}

/** The text of a filter, which takes the focus at each request. */
function FilterField({ label, text, request, onTyped }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The store announces a change a frame later: a second key before that would replace the first.
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    if (request === null) return undefined;
    // The menu that it was chosen from gives the focus back to the grid first.
    return afterLayer(() => input.current?.focus());
  }, [request]);
  return (
    <input
      ref={input}
      className={field}
      aria-label={label}
      spellCheck={false}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onTyped(value);
      }}
    />
  );
}

interface ArrangementBarProps {
  /** Of the result as it was received. */
  columns: readonly Column[];
  arrangement: Arrangement;
  shownRows: number;
  allRows: number;
  typingRequest: TypingRequest | null;
  onArranged: (arrangement: Arrangement) => void;
}

/** How the rows below are sorted, filtered and hidden, with ways to undo it; nothing for rows as they were received. */
export function ArrangementBar(props: ArrangementBarProps) {
  const { columns, arrangement, shownRows, allRows, typingRequest, onArranged } = props;
  if (isAsReceived(arrangement)) return null;
  const { sort, filters, hidden } = arrangement;
  const nameOf = (column: number): string => columns[column]?.name ?? '';
  const change = (next: Partial<Arrangement>) => onArranged({ ...arrangement, ...next });
  return (
    <div className={bar} role="group" aria-label="Shown rows">
      {sort && (
        <Chip remove="Clear sorting" onRemoved={() => change({ sort: null })}>
          <span>
            Sorted by <span className={name}>{nameOf(sort.column)}</span> {sort.descending ? '↓' : '↑'}
          </span>
        </Chip>
      )}
      {[...filters].map(([column, filter]) => (
        <Chip
          key={column}
          remove={`Clear filter on ${nameOf(column)}`}
          onRemoved={() => change({ filters: new Map([...filters].filter(([other]) => other !== column)) })}
        >
          <span className={name}>{nameOf(column)}</span>
          {filter.kind === 'is' ? (
            <span>{filter.value === null ? 'is NULL' : `is ${filter.value.slice(0, 60)}`}</span>
          ) : (
            <>
              contains
              <FilterField
                label={`Filter ${nameOf(column)}`}
                text={filter.text}
                request={typingRequest?.column === column ? typingRequest : null}
                onTyped={(text) => change({ filters: new Map(filters).set(column, { kind: 'contains', text }) })}
              />
            </>
          )}
        </Chip>
      ))}
      {hidden.size > 0 && (
        <Button size="tiny" variant="text" onClick={() => change({ hidden: new Set() })}>
          Show {countWords(hidden.size, 'hidden column')}
        </Button>
      )}
      <span className={sum} role="status">
        {filters.size > 0 && `${grouped(shownRows)} of ${countWords(allRows, 'row')}`}
      </span>
      <Button size="tiny" variant="text" onClick={() => onArranged(asReceived)}>
        Reset
      </Button>
    </div>
  );
}
