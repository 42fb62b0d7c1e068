import Box from 'lucide-react/icons/box';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Radio from 'lucide-react/icons/radio';
import { memo, useMemo, useRef, type KeyboardEvent } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorSummary } from '../../inspector/trace/systemView.ts';
import { treeMove, visibleRows } from '../parts/treeRows.ts';
import { described } from '../ui/described.ts';
import { groupedRows, type TreeRow } from './actorGroups.ts';

const list = css({ margin: '0', padding: '1', listStyle: 'none' });
const rowStyle = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: 'control.tiny',
  paddingInlineEnd: '2',
  borderRadius: 'small',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  '&:hover:not([aria-selected=true])': { background: 'hover' },
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.small', color: 'muted' },
  '&[aria-selected=true]': { background: 'selected' },
});
const name = css({
  textStyle: 'dense',
  fontWeight: 'medium',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: '0',
});
const groupRow = css({
  position: 'sticky',
  top: '0',
  zIndex: 'base',
  background: 'surface',
  '&:not(:first-child)': { marginTop: '2' },
});
const groupName = css({ textStyle: 'tiny', color: 'muted', flexShrink: '0' });
const groupSize = css({ textStyle: 'tiny', color: 'muted', fontVariantNumeric: 'tabular-nums' });
const quiet = css({
  textStyle: 'small',
  color: 'muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: '0',
});
const stateText = css({
  textStyle: 'small',
  color: 'muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: '0',
  // The name takes what it needs, the state what is left.
  flex: '[1 1 0]',
});
const ended = css({ textDecoration: 'line-through' });
const mark = css({
  boxSize: '1.5',
  borderRadius: 'full',
  background: 'accent',
  flexShrink: '0',
  marginInlineStart: 'auto',
  animation: 'fadeIn',
});

const fold = css({
  display: 'inline-flex',
  flexShrink: '0',
  boxSize: 'icon.small',
  color: 'muted',
  borderRadius: 'small',
  _hover: { background: 'hover', color: 'text' },
  '& > svg': { boxSize: 'icon.small' },
});

/** A resource's path without the reference of its project, which would push its end out of the tree. */
export const shortName = (id: string): string => id.replace(/(?<=^\/.*\/)[a-z]{20}(?=\/|$)/, '…');

interface RowProps {
  row: TreeRow;
  /** Rows below it. */
  size: number;
  /** Whether the rows below it are shown; null for one without any. */
  expanded: boolean | null;
  chosen: boolean;
  /** Whether it is the tab stop of the tree. */
  entry: boolean;
  /** Whether it has just taken a transition, or a hidden row below it has. */
  fresh: boolean;
  onChosen: (actor: ActorSummary) => void;
  onToggled: (session: string) => void;
}

const same = (a: RowProps, b: RowProps): boolean =>
  a.chosen === b.chosen &&
  a.expanded === b.expanded &&
  a.entry === b.entry &&
  a.fresh === b.fresh &&
  a.size === b.size &&
  a.row.session === b.row.session &&
  a.row.id === b.row.id &&
  a.row.depth === b.row.depth &&
  a.row.actor?.stateText === b.row.actor?.stateText &&
  a.row.actor?.status === b.row.actor?.status;

const Row = memo(
  ({ row: { session, id, depth, actor }, size, expanded, chosen, entry, fresh, onChosen, onToggled }: RowProps) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of its items
    <li
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={chosen}
      aria-expanded={expanded ?? undefined}
      {...described(actor && shortName(id) !== id ? id : null)}
      tabIndex={entry ? 0 : -1}
      className={cx(rowStyle, !actor && groupRow)}
      data-session={session}
      style={{ paddingInlineStart: (expanded === null ? 20 : 6) + depth * 14 }}
      onClick={() => (actor ? onChosen(actor) : onToggled(session))}
    >
      <span
        aria-hidden
        className={expanded === null ? undefined : fold}
        onClick={
          expanded === null
            ? undefined
            : (event) => {
                event.stopPropagation();
                onToggled(session);
              }
        }
      >
        {expanded !== null && (expanded ? <ChevronDown /> : <ChevronRight />)}
      </span>
      {actor && (actor.chart === null ? <Radio aria-hidden /> : <Box aria-hidden />)}
      {actor ? (
        <span
          data-cut={shortName(id) === id ? '' : undefined}
          className={cx(actor.chart === null ? quiet : name, actor.status !== 'active' && ended)}
        >
          {shortName(id)}
        </span>
      ) : (
        <span className={groupName}>{id}</span>
      )}
      <span className={actor ? stateText : groupSize} data-cut="">
        {actor ? actor.stateText : size}
      </span>
      {fresh && <span className={mark} aria-hidden />}
    </li>
  ),
  same,
);

/** Milliseconds after which typed letters start a new search. */
const typingPause = 700;

/** The next row whose name begins with the text, starting with this one. */
export function typedMatch(visible: readonly TreeRow[], at: number, typed: string): number {
  const begins = ({ id }: TreeRow) => id.toLowerCase().replace(/^\W+/, '').startsWith(typed);
  // Repeating one letter cycles through all names that begin with it.
  const from = typed.length === 1 ? at + 1 : at;
  const ordered = [...visible.keys()].map((offset) => (from + offset) % visible.length);
  return ordered.find((index) => begins(visible[index]!)) ?? -1;
}

interface ActorTreeProps {
  actors: readonly ActorSummary[];
  chosen: string | null;
  /** Sessions of the collapsed actors, and keys of the collapsed groups. */
  closed: readonly string[];
  /** Transitions after this count are highlighted. */
  newSince: number;
  onChosen: (actor: ActorSummary) => void;
  onToggled: (session: string) => void;
}

/** The rows below a row. */
const below = (rows: readonly TreeRow[], { session, depth }: TreeRow): readonly TreeRow[] => {
  const from = rows.findIndex((row) => row.session === session) + 1;
  const end = rows.findIndex((row, at) => at >= from && row.depth <= depth);
  return rows.slice(from, end < 0 ? undefined : end);
};

/** The tree of all running actors, with their states, grouped by the part of the application that owns them. */
export const ActorTree = memo(({ actors, chosen, closed, newSince, onChosen, onToggled }: ActorTreeProps) => {
  const shut = useMemo(() => new Set(closed), [closed]);
  const rows = useMemo(() => groupedRows(actors), [actors]);
  const visible = visibleRows(rows, ({ session }) => shut.has(session));
  const expandedOf = (row: TreeRow): boolean | null => (below(rows, row).length > 0 ? !shut.has(row.session) : null);
  const isFresh = ({ actor }: TreeRow): boolean => actor?.movedSeq != null && actor.movedSeq >= newSince;
  const typing = useRef({ text: '', at: 0 });
  // For a collapsed branch, its top row.
  const chosenAt = rows.findIndex(({ session }) => session === chosen);
  const entry = visible.findLast((row) => rows.indexOf(row) <= chosenAt)?.session ?? visible[0]?.session;

  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const at = visible.findIndex(
      ({ session }) => session === (document.activeElement as HTMLElement | null)?.dataset['session'],
    );
    const row = visible[at];
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const focus = (to: number) => event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus();
    const move = treeMove(visible, at, event.key, expandedOf(row));
    if (move === 'toggle') onToggled(row.session);
    else if (move) focus(move.to);
    else if (event.key === 'Enter' || event.key === ' ') {
      if (row.actor) onChosen(row.actor);
      else onToggled(row.session);
    } else if (event.key.length === 1) {
      const { text, at: last } = typing.current;
      const letters = (event.timeStamp - last > typingPause ? '' : text) + event.key.toLowerCase();
      const typed = /^(.)\1+$/.test(letters) ? letters.slice(0, 1) : letters;
      typing.current = { text: letters, at: event.timeStamp };
      const to = typedMatch(visible, at, typed);
      if (to >= 0) focus(to);
    } else return;
    event.preventDefault();
  };

  return (
    <ul role="tree" aria-label="Actors" className={list} onKeyDown={pressed}>
      {visible.map((row) => {
        const inside = below(rows, row);
        return (
          <Row
            key={row.session}
            row={row}
            size={inside.length}
            expanded={expandedOf(row)}
            chosen={row.session === chosen}
            entry={row.session === entry}
            fresh={isFresh(row) || (shut.has(row.session) && inside.some(isFresh))}
            onChosen={onChosen}
            onToggled={onToggled}
          />
        );
      })}
    </ul>
  );
});
