import { css } from 'styled-system/css';
import type { GridClasses } from './grid.ts';

/** How the grid looks. What moves has a fixed size and no clip, so that a frame of scrolling touches as little as it can. */
export const gridClasses: GridClasses = {
  host: css({
    position: 'relative', height: 'full', width: 'full', overflow: 'auto', background: 'surface', textStyle: 'mono', color: 'text',
    overscrollBehavior: 'contain', overflowAnchor: 'none',
    // The active cell's frame shows the focus; while that is out of the window, the grid's place does.
    outline: 'none',
  }),
  content: css({ position: 'relative', minWidth: 'full' }),
  head: css({ position: 'sticky', top: '0', height: 'control.small', background: 'surface', borderBottom: 'hairline', zIndex: 'sticky' }),
  corner: css({ position: 'sticky', left: '0', height: 'full', background: 'surface', borderInlineEnd: 'hairline', zIndex: 'sticky' }),
  headCell: css({
    position: 'absolute', top: '0', height: 'full', display: 'flex', alignItems: 'center', gap: '1.5', paddingInline: '2', overflow: 'hidden', whiteSpace: 'nowrap',
    borderInlineEnd: 'hairline', userSelect: 'none', fontFamily: 'sans', fontSize: 'small', cursor: 'default',
    '&[data-numeric=true]': { justifyContent: 'flex-end' },
  }),
  headName: css({ fontWeight: 'medium', overflow: 'hidden', textOverflow: 'ellipsis', minWidth: '[2ch]' }),
  headType: css({ color: 'muted', fontSize: 'tiny', flexShrink: '9', overflow: 'hidden', textOverflow: 'ellipsis' }),
  handle: css({ position: 'absolute', insetBlock: '0', insetInlineEnd: '0', width: '1.5', cursor: 'col-resize', touchAction: 'none', _hover: { background: 'accent' } }),
  gutter: css({ position: 'sticky', left: '0', background: 'surface', borderInlineEnd: 'hairline', zIndex: 'base' }),
  number: css({
    position: 'absolute', top: '0', left: '0', width: 'full', paddingInline: '2', whiteSpace: '[pre]', lineHeight: 'var(--sizes-control-small)', textAlign: 'end', color: 'muted', fontSize: 'tiny',
    cursor: 'default', userSelect: 'none', contain: '[content]',
  }),
  body: css({ position: 'absolute', top: 'var(--sizes-control-small)' }),
  row: css({ position: 'absolute', top: '0', left: '0', display: 'flex', width: 'full', height: 'control.small', borderBottom: 'hairline', contain: '[strict]', '&[hidden]': { display: 'none' } }),
  cell: css({
    flex: 'none', paddingBlock: '1', paddingInline: '2', whiteSpace: '[pre]', cursor: 'default', userSelect: 'none',
    '&[data-numeric=true]': { textAlign: 'end' },
    '&[data-null]': { color: 'muted', fontStyle: 'italic' },
    '&[data-wide]': { overflow: 'hidden', textOverflow: 'ellipsis' },
  }),
  rule: css({ position: 'absolute', insetBlock: '0', width: 'px', background: 'hairline', pointerEvents: 'none' }),
  range: css({ position: 'absolute', top: '0', left: '0', background: 'accent/16', pointerEvents: 'none' }),
  active: css({ position: 'absolute', top: '0', left: '0', border: 'hairline', borderColor: 'muted', pointerEvents: 'none', '[role=grid]:focus &': { borderColor: 'focus', borderWidth: 'strong' } }),
};
