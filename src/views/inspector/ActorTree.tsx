import Box from 'lucide-react/icons/box';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Radio from 'lucide-react/icons/radio';
import { memo, useMemo, useRef, type KeyboardEvent } from 'react';
import { css, cx } from 'styled-system/css';
import type { ActorSummary } from '../../inspector/trace/systemView.ts';

const list = css({ margin: '0', padding: '1', listStyle: 'none' });
const row = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1.5',
  minHeight: 'control.tiny',
  paddingInlineEnd: '2',
  borderRadius: 'small',
  cursor: 'pointer',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  _hover: { background: 'hover' },
  _focusVisible: { outlineOffset: '-0.5' },
  '& > svg': { flexShrink: '0', boxSize: 'icon.small', color: 'muted' },
  '&[aria-selected=true]': { background: 'selected' },
});
const name = css({ textStyle: 'label', flexShrink: '0' });
const quiet = css({ textStyle: 'small', color: 'muted', flexShrink: '0' });
const stateText = css({
  textStyle: 'small',
  color: 'muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  minWidth: '0',
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

interface RowProps {
  actor: ActorSummary;
  /** Whether its children are shown; null for an actor without children. */
  expanded: boolean | null;
  chosen: boolean;
  /** Whether it is the tab stop of the tree. */
  entry: boolean;
  /** Whether it has just taken a transition. */
  fresh: boolean;
  onChosen: (actor: ActorSummary) => void;
  onToggled: (session: string) => void;
}

const same = (a: RowProps, b: RowProps): boolean =>
  a.chosen === b.chosen &&
  a.expanded === b.expanded &&
  a.entry === b.entry &&
  a.fresh === b.fresh &&
  a.actor.session === b.actor.session &&
  a.actor.id === b.actor.id &&
  a.actor.stateText === b.actor.stateText &&
  a.actor.depth === b.actor.depth &&
  a.actor.status === b.actor.status;

const Row = memo(
  ({ actor, expanded, chosen, entry, fresh, onChosen, onToggled }: RowProps) => (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree handles the keys of its items
    <li
      role="treeitem"
      aria-level={actor.depth + 1}
      aria-selected={chosen}
      aria-expanded={expanded ?? undefined}
      tabIndex={entry ? 0 : -1}
      className={row}
      data-session={actor.session}
      style={{ paddingInlineStart: (expanded === null ? 20 : 6) + actor.depth * 14 }}
      onClick={() => onChosen(actor)}
    >
      <span
        aria-hidden
        className={expanded === null ? undefined : fold}
        onClick={
          expanded === null
            ? undefined
            : (event) => {
                event.stopPropagation();
                onToggled(actor.session);
              }
        }
      >
        {expanded !== null && (expanded ? <ChevronDown /> : <ChevronRight />)}
      </span>
      {actor.chart === null ? <Radio aria-hidden /> : <Box aria-hidden />}
      <span className={cx(actor.chart === null ? quiet : name, actor.status !== 'active' && ended)}>{actor.id}</span>
      <span className={stateText}>{actor.stateText}</span>
      {fresh && <span className={mark} aria-hidden />}
    </li>
  ),
  same,
);

/** Milliseconds after which typed letters start a new search. */
const typingPause = 700;

/** Actors that are not inside a collapsed branch; parents come before their children. */
export function visibleActors(actors: readonly ActorSummary[], closed: ReadonlySet<string>): readonly ActorSummary[] {
  let hiddenBelow = Infinity;
  return actors.filter(({ session, depth }) => {
    if (depth > hiddenBelow) return false;
    hiddenBelow = closed.has(session) ? depth : Infinity;
    return true;
  });
}

/** Target of a key in the tree, following the ARIA tree pattern. */
export function treeMove(
  visible: readonly ActorSummary[],
  at: number,
  key: string,
  expanded: boolean | null,
): { to: number } | 'toggle' | null {
  const actor = visible[at];
  if (!actor) return null;
  const bounded = (to: number) => ({ to: Math.max(0, Math.min(visible.length - 1, to)) });
  switch (key) {
    case 'ArrowDown':
      return bounded(at + 1);
    case 'ArrowUp':
      return bounded(at - 1);
    case 'Home':
      return bounded(0);
    case 'End':
      return bounded(visible.length - 1);
    case 'ArrowRight':
      return expanded === null ? null : expanded ? bounded(at + 1) : 'toggle';
    case 'ArrowLeft': {
      if (expanded) return 'toggle';
      const parent = visible.findLastIndex(({ depth }, index) => index < at && depth < actor.depth);
      return parent < 0 ? null : { to: parent };
    }
    default:
      return null;
  }
}

/** The next actor whose name begins with the text, starting with this one. */
export function typedMatch(visible: readonly ActorSummary[], at: number, typed: string): number {
  const begins = ({ id }: ActorSummary) => id.toLowerCase().replace(/^\W+/, '').startsWith(typed);
  // Repeating one letter cycles through all names that begin with it.
  const from = typed.length === 1 ? at + 1 : at;
  const ordered = [...visible.keys()].map((offset) => (from + offset) % visible.length);
  return ordered.find((index) => begins(visible[index]!)) ?? -1;
}

export interface ActorTreeProps {
  actors: readonly ActorSummary[];
  chosen: string | null;
  /** Sessions of the collapsed actors. */
  closed: readonly string[];
  /** Transitions after this count are highlighted. */
  newSince: number;
  onChosen: (actor: ActorSummary) => void;
  onToggled: (session: string) => void;
}

/** The tree of all running actors, with their states. */
export const ActorTree = memo(({ actors, chosen, closed, newSince, onChosen, onToggled }: ActorTreeProps) => {
  const shut = useMemo(() => new Set(closed), [closed]);
  const visible = visibleActors(actors, shut);
  const parents = new Set(actors.map(({ parent }) => parent));
  const expandedOf = ({ session }: ActorSummary): boolean | null => (parents.has(session) ? !shut.has(session) : null);
  const typing = useRef({ text: '', at: 0 });
  // For a collapsed branch, its top actor.
  const chosenAt = actors.findIndex(({ session }) => session === chosen);
  const entry = visible.findLast((actor) => actors.indexOf(actor) <= chosenAt)?.session ?? visible[0]?.session;

  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const at = visible.findIndex(
      ({ session }) => session === (document.activeElement as HTMLElement | null)?.dataset['session'],
    );
    const actor = visible[at];
    if (!actor || event.ctrlKey || event.metaKey || event.altKey) return;
    const focus = (to: number) => event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')[to]?.focus();
    const move = treeMove(visible, at, event.key, expandedOf(actor));
    if (move === 'toggle') onToggled(actor.session);
    else if (move) focus(move.to);
    else if (event.key === 'Enter' || event.key === ' ') onChosen(actor);
    else if (event.key.length === 1) {
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
      {visible.map((actor) => (
        <Row
          key={actor.session}
          actor={actor}
          expanded={expandedOf(actor)}
          chosen={actor.session === chosen}
          entry={actor.session === entry}
          fresh={actor.movedSeq !== null && actor.movedSeq >= newSince}
          onChosen={onChosen}
          onToggled={onToggled}
        />
      ))}
    </ul>
  );
});
