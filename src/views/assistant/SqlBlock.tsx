import { useSelector } from '@xstate/react';
import { lazy, Suspense, use, useState } from 'react';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import { blockKeyOf, blockResults, type BlockResult } from '../../machines/assistant/blockRun/blockResults.ts';
import type { BlockOutcome } from '../../machines/assistant/blockRun/blockRun.machine.ts';
import { selectBusyKey, selectIsBusy, selectOutcomes } from '../../machines/assistant/blockRun/blockRun.selectors.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { durationWords } from '../parts/quantities.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { CodeBlock } from '../ui/CodeBlock.tsx';
import { Segments } from '../ui/Segments.tsx';
import { chartOf } from './blockChart.ts';
import { BlockContext, type BlockCommands } from './blockContext.ts';
import { ChoiceButton } from './ChoiceButton.tsx';
import { firstWords } from './words.ts';

/** The grid loads with the first result. */
const BlockGrid = lazy(() => import('./BlockGrid.tsx'));
const BlockChart = lazy(() => import('./BlockChart.tsx'));

const frame = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '1.5', minWidth: '0' });
const bar = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1' });
const place = css({ height: 'menu', border: 'hairline', borderRadius: 'medium', overflow: 'hidden' });
const note = css({ textStyle: 'small', color: 'muted' });

type View = 'grid' | 'chart';

/** The rows of one statement, as a grid or a chart. */
function Rows({ result }: { result: BlockResult }) {
  const [view, setView] = useState<View>('grid');
  const chart = chartOf(result);
  return (
    <>
      <div className={bar}>
        <span className={note} aria-hidden>
          Show as
        </span>
        <Segments
          label="Show result as"
          value={view}
          options={[
            { value: 'grid', label: 'Grid' },
            { value: 'chart', label: 'Chart' },
          ]}
          onValueChange={setView}
        />
      </div>
      <Suspense fallback={<div className={place} />}>
        {view === 'grid' ? (
          <div className={place}>
            <BlockGrid result={result} />
          </div>
        ) : chart ? (
          <BlockChart chart={chart} />
        ) : (
          <p className={note}>A chart needs a numeric column without negative values.</p>
        )}
      </Suspense>
    </>
  );
}

function Results({ blockKey, outcome }: { blockKey: string; outcome: Extract<BlockOutcome, { kind: 'done' }> }) {
  const results = blockResults.of(blockKey);
  const hasRows = (index: number) => (results[index]?.columns.length ?? 0) > 0;
  const [chosen, setChosen] = useState<number | null>(null);
  const latest = outcome.results.findLastIndex((_, index) => hasRows(index));
  const index = chosen ?? (latest === -1 ? outcome.results.length - 1 : latest);
  const shown = outcome.results[index];
  if (!shown) return <p className={note}>The SQL has no statements.</p>;
  return (
    <>
      {outcome.results.length > 1 && (
        <div className={bar} role="group" aria-label="Results">
          {outcome.results.map(({ title }, at) => (
            <ChoiceButton key={at} isChosen={at === index} onChoose={() => setChosen(at)}>
              {at + 1}. {title}
            </ChoiceButton>
          ))}
        </div>
      )}
      <span className={note} role="status">
        {shown.tag} · {countWords(shown.count, 'row')} · {durationWords(outcome.durationMs)}
        {outcome.results.length > 1 && ' for all statements'}
        {shown.more && ' · only the first rows are shown'}
      </span>
      {hasRows(index) && <Rows key={index} result={results[index]!} />}
    </>
  );
}

const Outcome = ({ blockKey, outcome }: { blockKey: string; outcome: BlockOutcome }) =>
  outcome.kind === 'done' ? (
    <Results blockKey={blockKey} outcome={outcome} />
  ) : (
    <Alert variant="destructive" title="Could not run the SQL" announce>
      {outcome.failure.message}
    </Alert>
  );

function Commands({ code, blockKey, commands }: { code: string; blockKey: string; commands: BlockCommands }) {
  const { blockRun, insert, explain } = commands;
  const isBusy = useSelector(blockRun, selectIsBusy);
  const isBusyHere = useSelector(blockRun, selectBusyKey) === blockKey;
  const outcome = useSelector(blockRun, selectOutcomes)[blockKey];
  return (
    <>
      <div className={bar}>
        {isBusyHere ? (
          <Button size="tiny" onClick={() => blockRun.send({ type: 'run.cancelled' })}>
            Cancel run
          </Button>
        ) : (
          <Button
            size="tiny"
            disabled={isBusy}
            onClick={() => blockRun.send({ type: 'run.requested', block: { key: blockKey, sql: code } })}
          >
            Run SQL
          </Button>
        )}
        <Button size="tiny" onClick={() => insert(code)}>
          Insert into editor
        </Button>
        <Button size="tiny" onClick={() => explain(code)}>
          Explain SQL
        </Button>
        <CopyButton what={`SQL “${firstWords(code)}”`} text={code} size="tiny" />
      </div>
      {outcome && <Outcome key={outcome.kind} blockKey={blockKey} outcome={outcome} />}
    </>
  );
}

const sqlLanguages: ReadonlySet<string> = new Set(['sql', 'postgresql', 'postgres', 'pgsql', 'psql', 'plpgsql']);

interface SqlBlockProps {
  answerId: string;
  language: string;
  code: string;
  /** The answer is not complete, and neither may the block be. */
  isOpen: boolean;
}

/** A block of code in an answer; SQL with what can be done with it. */
export function SqlBlock({ answerId, language, code, isOpen }: SqlBlockProps) {
  const commands = use(BlockContext);
  const isSql = sqlLanguages.has(language.toLowerCase());
  const block = <CodeBlock label={language ? `Code, ${language}` : 'Code'} code={code} />;
  if (!isSql || isOpen || !commands) return block;
  return (
    <div className={frame} role="group" aria-label={`SQL “${firstWords(code)}”`}>
      {block}
      <Commands code={code} blockKey={blockKeyOf(answerId, code)} commands={commands} />
    </div>
  );
}
