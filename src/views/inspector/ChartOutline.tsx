import { useLayoutEffect, useRef } from 'react';
import { css, cx } from 'styled-system/css';
import type { Drawing, DrawnState } from '../../inspector/chart/drawing.ts';
import type { CurrentMatch } from '../../inspector/chart/matches.ts';
import { transitionText } from '../../inspector/chart/picture.ts';
import type { Found } from '../../inspector/chart/viewport.ts';
import type { ChartHighlight } from './chartHighlight.ts';

const frame = css({ flex: '1', minHeight: '0', overflow: 'auto', padding: '3', background: 'canvas' });
const list = css({ margin: '0', padding: '0', paddingInlineStart: '4', listStyle: 'none', display: 'grid', gap: '1' });
const outer = css({ paddingInlineStart: '0' });
const stateButton = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  textStyle: 'mono',
  fontWeight: 'medium',
  borderRadius: 'small',
  minWidth: { _coarse: 'control.large' },
  minHeight: { _coarse: 'control.large' },
  paddingInline: '1',
  cursor: 'pointer',
  '&:hover:not([aria-pressed=true])': { background: 'hover' },
  '&[aria-pressed=true]': { background: 'selected' },
});
const highlighted = css({ color: 'accent', fontWeight: 'semibold' });
const foundMark = css({ textDecoration: 'underline', textDecorationColor: 'warning' });
const matchMark = css({ background: 'warningSubtle' });
const word = css({
  textStyle: 'tiny',
  color: 'accent',
  background: 'accentSubtle',
  borderRadius: 'small',
  paddingInline: '1',
});
const about = css({ textStyle: 'small', color: 'muted', paddingInlineStart: '1', textWrap: 'pretty' });
const ways = css({
  margin: '0',
  padding: '0',
  paddingInlineStart: '4',
  listStyle: 'none',
  textStyle: 'mono',
  color: 'muted',
});
const wayMoved = css({ color: 'accent', fontWeight: 'semibold' });
const keyOf = (id: string): string => id.slice(id.lastIndexOf('.') + 1);

interface ChartOutlineProps {
  drawing: Drawing;
  highlight: ChartHighlight;
  chosen: string | null;
  found: Found | null;
  /** The search result that the user has stepped to. */
  match: CurrentMatch | null;
  onChosen: (id: string) => void;
}

/** The chart as text: nested states, each with its transitions. */
export function ChartOutline({ drawing, highlight, chosen, found, match, onChosen }: ChartOutlineProps) {
  const container = useRef<HTMLDivElement>(null);
  const byId = new Map(drawing.states.map((state) => [state.id, state]));
  useLayoutEffect(() => {
    const frameBox = container.current?.getBoundingClientRect();
    const at = match && container.current?.querySelector('[data-match]')?.getBoundingClientRect();
    if (frameBox && at) container.current?.scrollBy(0, (at.top + at.bottom - frameBox.top - frameBox.bottom) / 2);
  }, [match]);
  const waysOf = Map.groupBy(drawing.transitions, ({ source }) => source);

  const isMatch = (id: string): boolean => match?.state === id && match.transitions.length === 0;

  const entry = (state: DrawnState) => {
    const isActive = highlight.active.has(state.id);
    return (
      <li key={state.id}>
        <button
          type="button"
          className={cx(
            stateButton,
            isActive && highlighted,
            found?.states.has(state.id) && foundMark,
            isMatch(state.id) && matchMark,
          )}
          data-match={isMatch(state.id) || undefined}
          aria-pressed={state.id === chosen}
          onClick={() => onChosen(state.id)}
        >
          {state.key}
          {isActive && <span className={word}>active</span>}
        </button>
        {state.description !== null && <p className={about}>{state.description}</p>}
        {waysOf.has(state.id) && (
          <ul className={ways} aria-label={`Transitions from ${state.key}`}>
            {waysOf.get(state.id)?.map((transition) => (
              <li
                key={transition.key}
                className={cx(
                  highlight.moved.has(transition.key) && wayMoved,
                  found?.transitions.has(transition.key) && foundMark,
                  match?.transitions.includes(transition.key) && matchMark,
                )}
                data-match={match?.transitions.includes(transition.key) || undefined}
              >
                {transitionText(transition)} →{' '}
                {transition.targets.length === 0 ? 'stays' : transition.targets.map(keyOf).join(', ')}
                {highlight.moved.has(transition.key) && <span className={word}>last taken</span>}
              </li>
            ))}
          </ul>
        )}
        {state.children.length > 0 && (
          <ul className={list}>
            {state.children
              .map((id) => byId.get(id))
              .filter((child) => child !== undefined)
              .map(entry)}
          </ul>
        )}
      </li>
    );
  };
  const [root] = drawing.states;
  // Scrollable by keyboard through its states, which are its only tab stops.
  return (
    <div ref={container} className={frame} role="group" aria-label={`Outline of ${drawing.id}`}>
      <ul className={cx(list, outer)}>{root && entry(root)}</ul>
    </div>
  );
}
