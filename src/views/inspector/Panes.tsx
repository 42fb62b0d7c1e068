import type { ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import type { Part } from '../../machines/inspector/inspector/inspector.machine.ts';
import { Choices } from './Choices.tsx';
import type { Room } from './inspectorLayout.ts';
import { PaneEdge } from './PaneEdge.tsx';

const frames: Record<Room, string> = {
  wide: css({ flex: '1', minHeight: '0', display: 'grid', gridTemplateRows: '[minmax(0, 1fr)]' }),
  tall: css({
    flex: '1',
    minHeight: '0',
    display: 'grid',
    gridTemplateColumns: '[minmax(0, 1fr)]',
    gridTemplateRows: '[minmax(0, 1.2fr) minmax(0, 1fr)]',
  }),
  small: css({
    flex: '1',
    minHeight: '0',
    display: 'grid',
    gridTemplateColumns: '[minmax(0, 1fr)]',
    gridTemplateRows: '[minmax(0, 1fr)]',
  }),
};
const pane = css({ position: 'relative', display: 'flex', flexDirection: 'column', minWidth: '0', minHeight: '0' });
const actorsBeside = css({ borderInlineEnd: 'hairline' });
const factsBeside = css({ borderInlineStart: 'hairline' });
const below = css({ borderTop: 'hairline' });
const scroller = css({ flex: '1', minHeight: '0', overflow: 'auto' });
const filled = css({ flex: '1', minHeight: '0', display: 'flex', flexDirection: 'column' });
const bar = css({
  padding: '2',
  borderBottom: 'hairline',
  flexShrink: '0',
  overflowX: 'auto',
  scrollbarWidth: '[none]',
});
const lowBar = css({
  paddingBlock: '1',
  paddingInline: '2',
  borderBottom: 'hairline',
  flexShrink: '0',
  overflowX: 'auto',
  scrollbarWidth: '[none]',
});

const choices: Record<Part, string> = {
  actors: 'Actors',
  chart: 'Chart',
  now: 'Now',
  context: 'Context',
  events: 'Events',
};
const offered: Record<Room, readonly Part[]> = {
  wide: ['now', 'context', 'events'],
  tall: ['actors', 'now', 'context', 'events'],
  small: ['actors', 'chart', 'now', 'context', 'events'],
};

export interface PanesProps {
  room: Room;
  /** The pane that a small window shows, and the panel about the actor. */
  part: Part;
  aspect: Exclude<Part, 'actors' | 'chart'>;
  widths: { actors: number; facts: number };
  actors: ReactNode;
  chart: ReactNode;
  facts: ReactNode;
  onChosen: (part: Part) => void;
  onSized: (pane: 'actors' | 'facts', width: number) => void;
}

/** The panes of the inspector: side by side in a wide window, otherwise one at a time. */
export function Panes({ room, part, aspect, widths, actors, chart, facts, onChosen, onSized }: PanesProps) {
  const shown = offered[room].includes(part) ? part : aspect;
  const tabs = (
    <div className={room === 'small' ? lowBar : bar}>
      <Choices
        label="Panel"
        value={shown}
        choices={offered[room].map((value) => ({ value, label: choices[value] }))}
        onChosen={onChosen}
      />
    </div>
  );
  if (room === 'wide') {
    const gridTemplateColumns = `min(${widths.actors}px, 25%) minmax(0, 1fr) min(${widths.facts}px, 50%)`;
    return (
      <div className={frames.wide} style={{ gridTemplateColumns }} data-room={room}>
        <div className={cx(pane, actorsBeside)}>
          <div className={scroller}>{actors}</div>
          <PaneEdge
            label="Resize actors"
            at="end"
            width={widths.actors}
            onSized={(width) => onSized('actors', width)}
          />
        </div>
        <div className={pane}>{chart}</div>
        <div className={cx(pane, factsBeside)}>
          <PaneEdge
            label="Resize details"
            at="start"
            width={widths.facts}
            onSized={(width) => onSized('facts', width)}
          />
          {tabs}
          <div className={filled}>{facts}</div>
        </div>
      </div>
    );
  }
  const one =
    shown === 'actors' ? (
      <div className={scroller}>{actors}</div>
    ) : shown === 'chart' ? (
      chart
    ) : (
      <div className={filled}>{facts}</div>
    );
  return (
    <div className={frames[room]} data-room={room}>
      {room === 'tall' && <div className={pane}>{chart}</div>}
      <div className={cx(pane, room === 'tall' && below)}>
        {tabs}
        {one}
      </div>
    </div>
  );
}
