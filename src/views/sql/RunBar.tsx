import { useSelector } from '@xstate/react';
import Play from 'lucide-react/icons/play';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Square from 'lucide-react/icons/square';
import { useLayoutEffect, useRef, type MouseEvent } from 'react';
import { css } from 'styled-system/css';
import { rowLimits, timeLimitsMs, type SqlSettings } from '../../contract/sql/sqlEditor.ts';
import { selectCanCancel, selectIsRunning, selectPhase } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import type { SqlRunRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { useShortcutKeys } from '../parts/useShortcut.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import { menuChoices } from '../ui/menuChoices.ts';
import type { MenuItem } from '../ui/MenuList.tsx';
import { strokeText } from '../ui/strokeText.ts';
import { Tooltip } from '../ui/Tooltip.tsx';
import { intellisenseLabel, rowLimitLabel, timeLimitLabel } from './settingLabels.ts';

const bar = css({ display: 'inline-flex', alignItems: 'center', gap: '2', flexShrink: '0', marginInlineStart: 'auto' });
/** As wide for Cancel as for Run, so that nothing moves under the pointer. */
const runPlace = css({ display: 'grid', minWidth: '24' });
const wideOnly = css({ _narrow: { display: 'none' } });

interface RunBarProps {
  run: SqlRunRef;
  settings: SqlSettings;
  hasSelection: boolean;
  /** Why nothing can be run now; null when it can. */
  obstacle: string | null;
  areSettingsOpen: boolean;
  onSettingsOpenChange: (areOpen: boolean) => void;
  onRun: () => void;
  onSettingsChanged: (settings: Partial<SqlSettings>) => void;
}

/** A click on Cancel that comes just too late must not run the query again. */
const lateClickMs = 300;

/** Whether the run has ended so recently that a click was meant for Cancel; keys never are. */
function useLateClick(isRunning: boolean): (event: MouseEvent) => boolean {
  const wasRunning = useRef(isRunning);
  const endedAt = useRef(Number.NEGATIVE_INFINITY);
  useLayoutEffect(() => {
    if (wasRunning.current && !isRunning) endedAt.current = performance.now();
    wasRunning.current = isRunning;
  }, [isRunning]);
  return ({ detail, timeStamp }) => detail > 0 && timeStamp - endedAt.current < lateClickMs;
}

/** Runs the query or stops it, and sets how much of it is read. */
export function RunBar({ run, settings, hasSelection, obstacle, areSettingsOpen, ...on }: RunBarProps) {
  const { onRun, onSettingsChanged, onSettingsOpenChange } = on;
  const isRunning = useSelector(run, selectIsRunning);
  const canCancel = useSelector(run, selectCanCancel);
  const isStopping = useSelector(run, selectPhase) === 'cancelling';
  const isLate = useLateClick(isRunning);
  const cancelKeys = useShortcutKeys('cancelQuery');
  const items: MenuItem[] = [
    { kind: 'heading', key: 'rows', label: 'Row limit per result' },
    ...menuChoices({
      name: 'rows',
      values: rowLimits,
      chosen: settings.rowLimit,
      labelOf: rowLimitLabel,
      onChosen: (rowLimit) => onSettingsChanged({ rowLimit }),
    }),
    { kind: 'separator', key: 'between' },
    { kind: 'heading', key: 'time', label: 'Time limit' },
    ...menuChoices({
      name: 'time',
      values: timeLimitsMs,
      chosen: settings.timeLimitMs,
      labelOf: timeLimitLabel,
      onChosen: (timeLimitMs) => onSettingsChanged({ timeLimitMs }),
    }),
    { kind: 'separator', key: 'below limits' },
    { kind: 'heading', key: 'editor', label: 'Editor' },
    {
      kind: 'choice',
      key: 'intellisense',
      isSwitch: true,
      label: intellisenseLabel,
      checked: settings.intellisense,
      onSelect: () => onSettingsChanged({ intellisense: !settings.intellisense }),
    },
  ];
  return (
    <div className={bar}>
      <Menu
        label="Query settings"
        items={items}
        align="end"
        open={areSettingsOpen}
        onOpenChange={onSettingsOpenChange}
        trigger={
          <Button
            size="small"
            variant="text"
            icon={<SlidersHorizontal />}
            aria-label={`Query settings: ${rowLimitLabel(settings.rowLimit)}`}
          >
            <span className={wideOnly}>{rowLimitLabel(settings.rowLimit)}</span>
          </Button>
        }
      />
      <span className={runPlace}>
        <Tooltip
          side="bottom"
          content={isRunning ? 'Cancel query' : (obstacle ?? (hasSelection ? 'Run selection' : 'Run entire query'))}
          shortcut={isRunning ? cancelKeys && strokeText(cancelKeys) : strokeText('Mod+Enter')}
        >
          {/* One button for both, which keeps the focus, also while nothing can be run: the reason is read then. */}
          <Button
            size="small"
            variant={isRunning ? 'default' : 'primary'}
            icon={isRunning ? <Square /> : <Play />}
            loading={isStopping}
            disabled={isRunning && !canCancel}
            aria-disabled={isRunning ? undefined : obstacle !== null}
            onClick={(event) => {
              // The second click of a double-click on Run.
              if (isRunning && event.detail < 2) run.send({ type: 'cancel.requested' });
              if (!isRunning && obstacle === null && !isLate(event)) onRun();
            }}
          >
            {isStopping ? 'Canceling…' : isRunning ? 'Cancel' : hasSelection ? 'Run selection' : 'Run'}
          </Button>
        </Tooltip>
      </span>
    </div>
  );
}
