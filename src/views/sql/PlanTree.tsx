import ChevronRight from 'lucide-react/icons/chevron-right';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { css, cx } from 'styled-system/css';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { PlanLine, PlanNode } from '../../contract/sql/queryPlan.ts';
import { treeMove, visibleRows } from '../parts/treeRows.ts';
import { Badge } from '../ui/Badge.tsx';
import type { ReadPlan } from './planOf.ts';
import { costDigits, fixed, percentText, rowsText, timeDigits } from './planWords.ts';

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  height: 'full',
  minHeight: '0',
  containerType: 'inline-size',
});
const scroll = css({ flex: '1', minHeight: '0', overflow: 'auto', overscrollBehavior: 'contain' });
const list = css({
  margin: '0',
  padding: '0',
  listStyle: 'none',
  '--step': { base: '{spacing.4}', mdDown: '{spacing.2.5}' },
});
const head = css({
  display: 'flex',
  columnGap: '3',
  paddingInlineEnd: '3',
  _tight: { flexWrap: 'wrap' },
});
const titles = css({
  position: 'sticky',
  top: '0',
  zIndex: 'sticky',
  // Above the names.
  paddingInlineStart: '[calc({spacing.5} + {sizes.icon.small})]',
  borderBottom: 'hairline',
  background: 'surface',
  textStyle: 'small',
  color: 'muted',
  _tight: { display: 'none' },
});
const item = css({
  // A deep plan leaves its names the larger part of the width.
  '--indent': 'min(var(--depth) * var(--step), 40%)',
  paddingInlineStart: '[calc({spacing.3} + var(--indent))]',
  paddingBlock: '1',
  // A line for each level above, through the middle of its arrow.
  backgroundImage:
    '[repeating-linear-gradient(to right, {colors.hairline} 0 {spacing.px}, transparent {spacing.px} var(--step))]',
  backgroundRepeat: 'no-repeat',
  backgroundPosition: '[calc({spacing.3} + {sizes.icon.small} / 2) 0]',
  backgroundSize: '[var(--indent) 100%]',
  _focusVisible: { outlineOffset: '-0.5' },
});
const opens = css({ cursor: 'pointer', borderRadius: 'small', _hover: { background: 'hover' } });
const what = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '2',
  rowGap: '0.5',
  flex: '1',
  minWidth: '0',
  minHeight: 'control.tiny',
  _tight: { flex: '[1 0 100%]' },
});
const arrow = css({
  display: 'inline-flex',
  flexShrink: '0',
  width: 'icon.small',
  color: 'muted',
  '& > svg': { boxSize: 'icon.small', transitionProperty: '[rotate]', transitionDuration: 'fast' },
  '&[data-open] > svg': { rotate: '[90deg]' },
});
const operationName = css({ textStyle: 'dense', fontWeight: 'medium' });
const target = css({ textStyle: 'mono', overflowWrap: 'anywhere', minWidth: '0' });
const quiet = css({ textStyle: 'small', color: 'muted' });
const icon = css({ boxSize: '3', flexShrink: '0' });

const cell = css({
  flexShrink: '0',
  textStyle: 'small',
  textAlign: 'end',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  _tight: { width: 'auto!', textAlign: 'start' },
});
const widths = { self: css({ width: 'name' }), wide: css({ width: '20' }), small: css({ width: '12' }) };
const numbers = css({
  display: 'flex',
  alignItems: 'center',
  height: { base: 'control.tiny', _tight: 'auto' },
  columnGap: '3',
  _tight: { flexWrap: 'wrap', rowGap: '0.5', paddingInlineStart: '[calc({spacing.2} + {sizes.icon.small})]' },
});
/** The name of a number, which its column has where there are columns. */
const cellName = css({ srOnly: true, _tight: { srOnly: false, color: 'muted' } });
const share = css({
  display: 'inline-grid',
  gridTemplateColumns: '[{spacing.12} 1fr {spacing.8}]',
  alignItems: 'center',
  columnGap: '2',
  _tight: { gridTemplateColumns: '[{spacing.12} auto auto]', width: 'auto!' },
});
const track = css({
  height: '1.5',
  borderRadius: 'full',
  background: 'sunken',
  boxShadow: 'inset',
  overflow: 'hidden',
  outline: 'forced',
});
const bar = css({
  display: 'block',
  height: 'full',
  borderRadius: 'full',
  _highContrast: { background: '[CanvasText]' },
});
const barTones = { most: css({ background: 'accent' }), other: css({ background: 'border' }) };
const wrong = css({ color: 'warning', fontWeight: 'medium' });

const lines = css({ paddingInlineStart: '[calc({spacing.2} + {sizes.icon.small})]', paddingInlineEnd: '3' });
const lineText = css({
  margin: '0',
  textStyle: 'mono',
  lineHeight: 'tight',
  lineClamp: '3',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  paddingInlineStart: '[calc(var(--below, 0) * {spacing.3})]',
});
const lineLabel = css({ textStyle: 'small', color: 'muted' });
const about = css({ marginTop: '2', paddingBlock: '2', paddingInline: '3', borderTop: 'hairline' });
const foot = css({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '3',
  flexShrink: '0',
  paddingBlock: '1',
  paddingInline: '3',
  borderTop: 'hairline',
  textStyle: 'small',
  color: 'muted',
  fontVariantNumeric: 'tabular-nums',
});

/** What a plan says of a node or of the whole, line by line. */
const Lines = ({ of, className }: { of: readonly PlanLine[]; className: string }) => (
  <div className={className}>
    {of.map(({ label, text, depth }, at) => (
      <p
        key={at}
        className={lineText}
        data-cut={text}
        style={depth > 0 ? ({ '--below': depth } as CSSProperties) : undefined}
      >
        {label !== null && <span className={lineLabel}>{text === '' ? `${label}:` : `${label}: `}</span>}
        {text}
      </p>
    ))}
  </div>
);

/** A number of each node: its name, its width, and how it is written. */
interface PlanColumn {
  key: string;
  name: string;
  width: keyof typeof widths;
  of: (node: PlanNode, at: number) => ReactNode;
}

/** Numbers of a node that was never executed. */
const none = '–';

/** The numbers that a plan has, by its options: neither cost with COSTS OFF nor time with TIMING OFF. */
function columnsOf({ nodes, figures }: ReadPlan): PlanColumn[] {
  const [root] = nodes;
  const { measure, slowest } = figures;
  const isTime = measure === 'time';
  const highest = (values: readonly (number | null | undefined)[]) =>
    values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const inTime = timeDigits(highest(figures.nodes.map(({ total }) => total)));
  const inCost = costDigits(highest(nodes.map(({ estimate }) => estimate?.total)));
  const timeText = (ms: number) => `${fixed(ms, inTime)} ms`;
  const isExecuted = ({ actual }: PlanNode) => actual === null || actual.loops > 0;
  const self: PlanColumn = {
    key: 'self',
    name: isTime ? 'Self time' : 'Self cost',
    width: 'self',
    of(node, at) {
      const { self: own, share: part } = figures.nodes[at]!;
      if (own === null || !isExecuted(node)) return none;
      return (
        <span className={cx(share, widths.self)}>
          <span className={track} aria-hidden>
            <span
              className={cx(bar, barTones[at === slowest ? 'most' : 'other'])}
              style={{ width: `${part * 100}%` }}
            />
          </span>
          <span>{isTime ? timeText(own) : fixed(own, inCost)}</span> <span className={quiet}>{percentText(part)}</span>
        </span>
      );
    },
  };
  const total: PlanColumn = {
    key: 'total',
    name: 'Total time',
    width: 'wide',
    of: (node, at) => (isExecuted(node) ? timeText(figures.nodes[at]!.total ?? 0) : none),
  };
  const rows: PlanColumn = {
    key: 'rows',
    name: 'Rows',
    width: 'wide',
    of: (node, at) =>
      isExecuted(node) ? (
        <span className={figures.nodes[at]!.isWrongEstimate ? wrong : undefined}>{rowsText(node.actual!.rows)}</span>
      ) : (
        none
      ),
  };
  const estimated: PlanColumn = {
    key: 'estimated',
    name: root!.actual ? 'Estimated' : 'Estimated rows',
    width: root!.actual ? 'wide' : 'self',
    of: ({ estimate }, at) => (
      <span className={figures.nodes[at]!.isWrongEstimate ? wrong : undefined}>{grouped(estimate!.rows)}</span>
    ),
  };
  const loops: PlanColumn = {
    key: 'loops',
    name: 'Loops',
    width: 'small',
    of: ({ actual }) => grouped(actual!.loops),
  };
  const cost: PlanColumn = {
    key: 'cost',
    name: isTime ? 'Cost' : 'Total cost',
    width: 'wide',
    of: ({ estimate }) => fixed(estimate!.total, inCost),
  };
  return [
    ...(measure === null ? [] : [self]),
    ...(isTime ? [total] : []),
    ...(root!.actual ? [rows] : []),
    ...(root!.estimate ? [estimated] : []),
    ...(root!.actual ? [loops] : []),
    ...(root!.estimate ? [cost] : []),
  ];
}

interface NodeHeadProps {
  plan: ReadPlan;
  node: PlanNode;
  at: number;
  /** Nodes below it. */
  below: number;
  isOpen: boolean;
}

/** What a node does, and what is to be noticed of it. */
function NodeName({ plan: { figures }, node, at, below, isOpen }: NodeHeadProps) {
  const { operation, relation, index, subplan, estimate, actual } = node;
  return (
    <span className={what}>
      <span className={arrow} aria-hidden data-open={isOpen || undefined}>
        {below > 0 && <ChevronRight />}
      </span>
      {subplan !== null && <Badge>{subplan}</Badge>} <span className={operationName}>{operation}</span>{' '}
      {relation !== null && (
        <span className={target}>
          <span className={quiet}>on </span>
          {relation}
        </span>
      )}{' '}
      {index !== null && (
        <span className={target}>
          <span className={quiet}>using </span>
          {index}
        </span>
      )}{' '}
      {figures.slowest === at && (
        <Badge tone="accent">{figures.measure === 'time' ? 'Slowest' : 'Most expensive'}</Badge>
      )}{' '}
      {figures.nodes[at]!.isWrongEstimate && (
        <Badge tone="warning">
          <TriangleAlert className={icon} aria-hidden />
          Estimated {grouped(estimate!.rows)}, got {rowsText(actual!.rows)}
        </Badge>
      )}{' '}
      {actual?.loops === 0 && <Badge>Never executed</Badge>}{' '}
      {!isOpen && below > 0 && <span className={quiet}>{countWords(below, 'node')} below</span>}
    </span>
  );
}

/** The times of the whole plan, which stay in sight. */
const isTotal = ({ label }: PlanLine): boolean => label !== null && /^(?:Planning|Execution) Time$/i.test(label);

interface PlanTreeProps {
  plan: ReadPlan;
  onCopyRequested: () => void;
}

/** Which nodes are open, and the keys that walk through them. */
function usePlanRows({ nodes, below }: ReadPlan) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [entry, setEntry] = useState(0);
  const rows = nodes.map((node, at) => ({ node, depth: node.depth, at, below: below[at]! }));
  const visible = visibleRows(rows, ({ at }) => closed.has(at));
  const toggle = (at: number) => {
    const next = new Set(closed);
    if (!next.delete(at)) next.add(at);
    setClosed(next);
  };
  return { visible, closed, toggle, entry, setEntry };
}

/** The nodes of a plan as a tree: what each does, and what that took. */
export function PlanTree({ plan, onCopyRequested }: PlanTreeProps) {
  const { visible, closed, toggle, entry, setEntry } = usePlanRows(plan);
  const tree = useRef<HTMLUListElement>(null);
  const columns = columnsOf(plan);
  const totals = plan.foot.filter(isTotal);
  const rest = plan.foot.filter((line) => !isTotal(line));
  // A node inside a branch that was closed is no stop of the Tab key any more.
  const stop = visible.findLast(({ at }) => at <= entry)?.at ?? 0;

  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const at = visible.findIndex((row) => row.at === stop);
    const { below } = visible[at]!;
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      if (getSelection()?.isCollapsed === false) return;
      onCopyRequested();
    } else {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const move = treeMove(visible, at, event.key, below > 0 ? !closed.has(stop) : null);
      const isToggle = move === 'toggle' || event.key === 'Enter' || event.key === ' ';
      if (isToggle && below > 0) toggle(stop);
      else if (move !== null && move !== 'toggle')
        tree.current!.querySelectorAll<HTMLElement>('[role=treeitem]')[move.to]!.focus();
      else if (!isToggle) return;
    }
    event.preventDefault();
  };

  return (
    <div className={frame}>
      <div className={scroll}>
        {columns.length > 0 && (
          <div className={cx(head, titles)} aria-hidden>
            <span className={what}>Node</span>
            <span className={numbers}>
              {columns.map(({ key, name, width }) => (
                <span key={key} className={cx(cell, widths[width])}>
                  {name}
                </span>
              ))}
            </span>
          </div>
        )}
        <ul ref={tree} role="tree" aria-label="Query plan" className={list} onKeyDown={pressed}>
          {visible.map(({ node, at, below }) => {
            const isOpen = !closed.has(at);
            return (
              <li
                key={at}
                role="treeitem"
                aria-level={node.depth + 1}
                aria-expanded={below > 0 ? isOpen : undefined}
                aria-selected={false}
                tabIndex={at === stop ? 0 : -1}
                className={item}
                style={{ '--depth': node.depth } as CSSProperties}
                onFocus={() => setEntry(at)}
              >
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the tree handles the keys of its items */}
                <div className={cx(head, below > 0 && opens)} onClick={below > 0 ? () => toggle(at) : undefined}>
                  <NodeName plan={plan} node={node} at={at} below={below} isOpen={isOpen} />
                  <span className={numbers}>
                    {columns.map(({ key, name, width, of }) => (
                      <span key={key} className={cx(cell, widths[width])}>
                        <span className={cellName}>{name} </span>
                        {of(node, at)}{' '}
                      </span>
                    ))}
                  </span>
                </div>
                {node.lines.length > 0 && <Lines of={node.lines} className={lines} />}
              </li>
            );
          })}
        </ul>
        {rest.length > 0 && <Lines of={rest} className={about} />}
      </div>
      <div className={foot}>
        <span>{countWords(plan.nodes.length, 'node')}</span>
        {totals.map(({ label, text }) => (
          <span key={label}>
            {label!.charAt(0) + label!.slice(1).toLowerCase()} {text}
          </span>
        ))}
      </div>
    </div>
  );
}
