import Box from 'lucide-react/icons/box';
import Radio from 'lucide-react/icons/radio';
import { memo } from 'react';
import type { SceneActor } from '../../trace/scene.ts';
import { css, cx } from 'styled-system/css';
import { moveFocus } from './roving.ts';

const list = css({ margin: '0', padding: '1', listStyle: 'none' });
const row = css({
  display: 'flex', alignItems: 'center', gap: '1.5', minHeight: 'control.tiny', paddingInlineEnd: '2', borderRadius: 'small', cursor: 'pointer', whiteSpace: 'nowrap', overflow: 'hidden',
  _hover: { background: 'hover' }, _focusVisible: { outlineOffset: '-0.5' }, '& > svg': { flexShrink: '0', boxSize: 'icon.small', color: 'muted' },
  '&[aria-selected=true]': { background: 'selected' },
});
const name = css({ textStyle: 'label', flexShrink: '0' });
const quiet = css({ textStyle: 'small', color: 'muted', flexShrink: '0' });
const place = css({ textStyle: 'small', color: 'muted', overflow: 'hidden', textOverflow: 'ellipsis', minWidth: '0' });
const ended = css({ textDecoration: 'line-through' });
const mark = css({ boxSize: '1.5', borderRadius: 'full', background: 'accent', flexShrink: '0', marginInlineStart: 'auto', animation: 'fadeIn' });

interface RowProps {
  actor: SceneActor;
  chosen: boolean;
  /** Where the keyboard comes in. */
  entry: boolean;
  /** It has just taken a transition. */
  fresh: boolean;
  onChosen: (actor: SceneActor) => void;
}

const same = (a: RowProps, b: RowProps): boolean =>
  a.chosen === b.chosen && a.entry === b.entry && a.fresh === b.fresh && a.actor.session === b.actor.session && a.actor.id === b.actor.id
  && a.actor.place === b.actor.place && a.actor.depth === b.actor.depth && a.actor.status === b.actor.status;

const Row = memo(({ actor, chosen, entry, fresh, onChosen }: RowProps) => (
  // Keys are the tree's business.
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
  <li
    role="treeitem" aria-level={actor.depth + 1} aria-selected={chosen} tabIndex={entry ? 0 : -1} className={row} data-session={actor.session}
    style={{ paddingInlineStart: 6 + actor.depth * 14 }}
    onClick={() => onChosen(actor)}
  >
    {actor.chart === null ? <Radio aria-hidden /> : <Box aria-hidden />}
    <span className={cx(actor.chart === null ? quiet : name, actor.status !== 'active' && ended)}>{actor.id}</span>
    <span className={place}>{actor.place}</span>
    {fresh && <span className={mark} aria-hidden />}
  </li>
), same);

export interface ActorTreeProps {
  actors: readonly SceneActor[];
  chosen: string | null;
  /** Transitions since then are new. */
  newSince: number;
  onChosen: (actor: SceneActor) => void;
}

/** Every actor that lives, below the one that started it, with where it is. */
export const ActorTree = memo(({ actors, chosen, newSince, onChosen }: ActorTreeProps) => {
  const entry = actors.some(({ session }) => session === chosen) ? chosen : actors[0]?.session;
  return (
    <ul
      role="tree" aria-label="Actors" className={list}
      onKeyDown={(event) => {
        moveFocus(event, '[role=treeitem]');
        if (event.key !== 'Enter' && event.key !== ' ') return;
        const actor = actors.find(({ session }) => session === (document.activeElement as HTMLElement).dataset['session']);
        if (!actor) return;
        event.preventDefault();
        onChosen(actor);
      }}
    >
      {actors.map((actor) => (
        <Row
          key={actor.session} actor={actor} chosen={actor.session === chosen} entry={actor.session === entry}
          fresh={actor.movedSeq !== null && actor.movedSeq >= newSince} onChosen={onChosen}
        />
      ))}
    </ul>
  );
});
