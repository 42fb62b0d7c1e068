import { useSelector } from '@xstate/react';
import Play from 'lucide-react/icons/play';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import { useRef } from 'react';
import { css } from 'styled-system/css';
import { rowLimits, timeLimitsMs, type SqlSettings } from '../../contract/sql/sqlEditor.ts';
import { selectCanCancel, selectIsRunning, selectPhase } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { Button } from '../ui/Button.tsx';
import type { MenuItem } from '../ui/floating/MenuList.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { counted, duration, shortcut } from './words.ts';

const bar = css({ display: 'inline-flex', alignItems: 'center', gap: '2', flexShrink: '0', marginInlineStart: 'auto' });
/** Cancel has a separate place, so that nothing moves under the pointer. */
const cancelPlace = css({ display: 'flex', justifyContent: 'flex-end', minWidth: { base: '24', smDown: '0' } });
const wideOnly = css({ smDown: { display: 'none' } });

const rowWords = (limit: SqlSettings['rowLimit']): string =>
  limit === null ? 'No limit' : `Limit ${counted(limit, 'row')}`;

export interface RunBarProps {
  run: SqlRunRef;
  settings: SqlSettings;
  hasSelection: boolean;
  /** Why nothing can be run now; null when it can. */
  obstacle: string | null;
  onRun: () => void;
  onSettingsChanged: (settings: Partial<SqlSettings>) => void;
}

/** Runs the query or stops it, and sets how much of it is read. */
export function RunBar({ run, settings, hasSelection, obstacle, onRun, onSettingsChanged }: RunBarProps) {
  const isRunning = useSelector(run, selectIsRunning);
  const canCancel = useSelector(run, selectCanCancel);
  const isStopping = useSelector(run, selectPhase) === 'cancelling';
  const reason = isRunning ? 'A query is already running' : obstacle;
  const runButton = useRef<HTMLButtonElement>(null);
  const items: MenuItem[] = [
    { kind: 'heading', key: 'rows', label: 'Row limit per result' },
    ...rowLimits.map((limit): MenuItem => ({
      kind: 'choice',
      key: `rows-${limit}`,
      label: rowWords(limit),
      checked: settings.rowLimit === limit,
      onSelect: () => onSettingsChanged({ rowLimit: limit }),
    })),
    { kind: 'separator', key: 'between' },
    { kind: 'heading', key: 'time', label: 'Time limit' },
    ...timeLimitsMs.map((limit): MenuItem => ({
      kind: 'choice',
      key: `time-${limit}`,
      label: duration(limit).replace('.0 ', ' ').replace(' 0 s', ''),
      checked: settings.timeLimitMs === limit,
      onSelect: () => onSettingsChanged({ timeLimitMs: limit }),
    })),
  ];
  return (
    <div className={bar}>
      <Menu
        label="Query settings"
        items={items}
        align="end"
        trigger={
          <Button
            size="small"
            variant="text"
            icon={<SlidersHorizontal />}
            aria-label={`Query settings: ${rowWords(settings.rowLimit)}`}
          >
            <span className={wideOnly}>{rowWords(settings.rowLimit)}</span>
          </Button>
        }
      />
      <span className={cancelPlace}>
        {isRunning && (
          <Button
            size="small"
            variant="danger"
            icon={<Square />}
            loading={isStopping}
            disabled={!canCancel}
            onClick={() => {
              run.send({ type: 'cancel.requested' });
              // This button is about to go, and the focus with it.
              runButton.current?.focus();
            }}
          >
            {isStopping ? 'Canceling…' : 'Cancel'}
          </Button>
        )}
      </span>
      <Tooltip
        side="bottom"
        content={reason ?? (hasSelection ? 'Run selection' : 'Run entire query')}
        shortcut={shortcut('Mod+Enter')}
      >
        {/* Keeps its place and stays focusable, so that a user who aims at Cancel runs nothing, and can read why. */}
        <Button
          ref={runButton}
          size="small"
          variant="primary"
          icon={isRunning ? <Spinner /> : <Play />}
          aria-disabled={reason !== null}
          onClick={() => {
            if (reason === null) onRun();
          }}
        >
          {hasSelection ? 'Run selection' : 'Run'}
        </Button>
      </Tooltip>
    </div>
  );
}
