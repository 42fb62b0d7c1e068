import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import { useMemo } from 'react';
import { css } from 'styled-system/css';
import { countWords } from '../../contract/common/counts.ts';
import { statementsOf } from '../../contract/sql/statements.ts';
import type { RunPhase } from '../../machines/sql/sqlRun/sqlRun.selectors.ts';
import { useAssistant } from '../parts/useAssistant.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { useAnswer } from './useResultStore.ts';

const frame = css({ height: 'full', overflow: 'auto', _focusVisible: { outlineOffset: '-0.5' } });
const list = css({
  display: 'grid',
  alignContent: 'start',
  gap: '1',
  margin: '0',
  padding: '3',
  listStyle: 'none',
  textStyle: 'mono',
});
const entry = css({ display: 'flex', gap: '2', alignItems: 'baseline', minWidth: '0', overflowWrap: 'anywhere' });
const number = css({
  color: 'muted',
  flexShrink: '0',
  minWidth: '6',
  textAlign: 'end',
  fontVariantNumeric: 'tabular-nums',
});
const more = css({ color: 'muted' });
const nothing = css({ padding: '4', color: 'muted' });

const tones: Readonly<Record<string, BadgeTone>> = { WARNING: 'warning', NOTICE: 'accent' };

/** What became of a statement that has not told its end. */
function unfinished(phase: RunPhase): string {
  switch (phase) {
    case 'failed':
      return 'failed';
    case 'cancelled':
      return 'canceled';
    case 'lookingUp':
    case 'reattaching':
    case 'known':
    case 'unknown':
      return 'outcome unknown';
    case 'idle':
    case 'waiting':
    case 'streaming':
    case 'cancelling':
    case 'succeeded':
    case 'refused':
      return 'running';
    case 'restoring':
      return 'loading';
  }
}

/** Everything the database said beside rows: each statement's command tag, and its notices. */
export function MessageList({
  run,
  sql,
  phase,
  isReceiving,
}: {
  run: string | null;
  sql: string;
  phase: RunPhase;
  isReceiving: boolean;
}) {
  const ask = useAssistant();
  const { results, notices } = useAnswer(run);
  const statements = useMemo(() => statementsOf(sql).length, [sql]);
  // A statement that ended a run before it had columns has told nothing of itself. What fails after the last one is
  // none.
  const hasSilentEnd =
    (phase === 'failed' || phase === 'cancelled') && results.at(-1)?.tag != null && results.length < statements;
  if (results.length === 0 && notices.length === 0) {
    if (isReceiving) return <p className={nothing}>No messages yet</p>;
    return phase === 'succeeded' ? <p className={nothing}>The query has no statements.</p> : null;
  }
  return (
    <ScrollRegion className={frame} label="Messages">
      <ul className={list}>
        {results.map(({ tag, rowCount }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- results are only appended, in the order of their statements
          <li key={index} className={entry}>
            <span className={number}>{index + 1}</span>
            <span>
              {tag ?? unfinished(phase)}
              {rowCount !== null && tag !== null && !/\d$/.test(tag) && (
                <span className={more}> {countWords(rowCount, 'row')}</span>
              )}
            </span>
          </li>
        ))}
        {hasSilentEnd && (
          <li className={entry}>
            <span className={number}>{results.length + 1}</span>
            <span>{unfinished(phase)}</span>
          </li>
        )}
        {notices.map(({ severity, message, detail, hint }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- notices are only appended, and two may be equal
          <li key={`notice-${index}`} className={entry}>
            <Badge tone={tones[severity] ?? 'neutral'}>{severity}</Badge>
            <span>
              {message}
              {detail !== undefined && <span className={more}> {detail}</span>}
              {hint !== undefined && <span className={more}> {hint}</span>}
            </span>
            {ask && (
              <IconButton
                size="tiny"
                variant="text"
                icon={<MessageCircleQuestion />}
                label={`Ask assistant about ${severity.toLowerCase()} ${index + 1}`}
                onClick={() =>
                  ask({
                    text: 'What does this message mean?',
                    attachments: [{ kind: 'log', line: [severity, message, detail, hint].filter(Boolean).join(' ') }],
                    state: {},
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}
