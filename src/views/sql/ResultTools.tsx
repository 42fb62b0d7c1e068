import { useSelector } from '@xstate/react';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import { Suspense, type RefObject } from 'react';
import { wholeOf, type TextFormat } from '../../contract/sql/resultText.ts';
import type { PlanView } from '../../contract/sql/sqlEditor.ts';
import { selectIsCopyingCells, selectIsExporting } from '../../machines/sql/sqlResults/sqlResults.selectors.ts';
import { resultStore } from '../../machines/sql/sqlRun/resultStore.ts';
import type { SqlResultsRef } from '../../machines/sql/sqlScreen/sqlScreen.machine.ts';
import { useCommands, type Command } from '../parts/commands.ts';
import type { Grid } from '../parts/grid/grid.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { Button } from '../ui/Button.tsx';
import { Menu } from '../ui/Menu.tsx';
import type { MenuItem } from '../ui/MenuList.tsx';
import { strokeText } from '../ui/strokeText.ts';
import { PlanChoice } from './planParts.ts';
import { isOfExplain, isWholePlan } from './planResult.ts';

const exportFormats: readonly { format: Exclude<TextFormat, 'tsv'>; label: string; detail: string }[] = [
  { format: 'csv', label: 'CSV', detail: 'exact' },
  { format: 'spreadsheetCsv', label: 'CSV (Excel-safe)', detail: 'no formulas' },
  { format: 'json', label: 'JSON', detail: 'exact' },
];

const copyFormats: readonly { format: TextFormat; label: string; withHeader: boolean }[] = [
  { format: 'tsv', label: 'TSV', withHeader: false },
  { format: 'tsv', label: 'TSV with headers', withHeader: true },
  { format: 'csv', label: 'CSV', withHeader: true },
  { format: 'json', label: 'JSON', withHeader: true },
];

interface PlanCommandProps {
  run: string;
  index: number;
  /** The statement that was explained. */
  sql: string;
}

/** Takes a plan to the assistant, which also explains it without a model. */
function PlanCommand({ run, index, sql }: PlanCommandProps) {
  const ask = useAssistant();
  return (
    ask && (
      <Button
        size="tiny"
        variant="text"
        icon={<MessageCircleQuestion />}
        onClick={() => {
          const plan = (resultStore.of(run).received[index]?.rows ?? []).map(([line]) => line ?? '').join('\n');
          ask({
            text: 'Explain this plan, and how to make the query faster.',
            attachments: [{ kind: 'plan', sql, plan }],
            state: { content: sql },
          });
        }}
      >
        Explain plan
      </Button>
    )
  );
}

interface ResultToolsProps {
  results: SqlResultsRef;
  run: string;
  index: number;
  /** Its statement. */
  sql: string;
  /** How plans are shown. */
  planView: PlanView;
  onPlanViewChanged: (planView: PlanView) => void;
  /** Name for exported files. */
  name: string;
  grid: RefObject<Grid | null>;
}

/** Takes a result out of the page: to the clipboard or into a file. */
export function ResultTools(props: ResultToolsProps) {
  const { results, run, index, sql, planView, onPlanViewChanged, name, grid } = props;
  const received = resultStore.of(run).received[index]!;
  /** A plan has neither cells to select nor an order or filters. */
  const shown = () => ({ run, result: index, ...(grid.current === null && { asReceived: true }) });
  const isExporting = useSelector(results, selectIsExporting);
  const isCopying = useSelector(results, selectIsCopyingCells);
  const copies = copyFormats.map(({ format, label, withHeader }) => ({
    label,
    run: () => {
      const range = grid.current?.wanted() ?? wholeOf(received);
      results.send({ type: 'copy.requested', request: { ...shown(), range, format, withHeader } });
    },
  }));
  const exports = exportFormats.map(({ format, label, detail }) => ({
    label,
    detail,
    run: () => results.send({ type: 'export.requested', request: { ...shown(), format, name } }),
  }));
  const cancelExport = () => results.send({ type: 'export.cancelled' });
  const copyItems = copies.map(({ label, run: onSelect }): MenuItem => ({
    kind: 'action',
    key: label,
    label,
    ...(label === 'TSV' && { shortcut: strokeText('Mod+C') }),
    onSelect,
  }));
  const exportItems = exports.map(({ label, detail, run: onSelect }): MenuItem => ({
    kind: 'action',
    key: label,
    label,
    detail,
    onSelect,
  }));
  useCommands([
    ...copies.map((copy): Command => ({
      id: `sql.copy:${copy.label}`,
      label: `Copy result as ${copy.label}`,
      section: 'SQL',
      icon: <Copy aria-hidden />,
      keywords: ['clipboard', 'rows', 'cells'],
      isHidden: true,
      action: { run: copy.run },
    })),
    ...(isExporting
      ? [
          {
            id: 'sql.cancelExport',
            label: 'Cancel export',
            section: 'SQL',
            icon: <Download aria-hidden />,
            action: { run: cancelExport },
          } satisfies Command,
        ]
      : exports.map((file): Command => ({
          id: `sql.export:${file.label}`,
          label: `Export result as ${file.label}`,
          section: 'SQL',
          icon: <Download aria-hidden />,
          keywords: ['download', 'file', 'rows'],
          detail: file.detail,
          isHidden: true,
          action: { run: file.run },
        }))),
  ]);

  return (
    <>
      {isWholePlan(received) && (
        <Suspense>
          <PlanChoice result={received} value={planView} onValueChange={onPlanViewChanged} />
        </Suspense>
      )}
      {isOfExplain(received) && <PlanCommand run={run} index={index} sql={sql} />}
      <Menu
        label="Copy as"
        items={copyItems}
        align="end"
        trigger={
          <Button size="tiny" variant="text" icon={<Copy />} loading={isCopying}>
            Copy
          </Button>
        }
      />
      {isExporting ? (
        <Button size="tiny" variant="text" onClick={cancelExport}>
          Cancel export
        </Button>
      ) : (
        <Menu
          label="Export as"
          items={exportItems}
          align="end"
          trigger={
            <Button size="tiny" variant="text" icon={<Download />}>
              Export
            </Button>
          }
        />
      )}
    </>
  );
}
