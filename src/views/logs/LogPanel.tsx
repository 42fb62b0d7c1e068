import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import { css } from 'styled-system/css';
import type { LogLine } from '../../contract/logs/logLine.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useAssistant } from '../parts/useAssistant.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { SidePanel } from '../ui/SidePanel.tsx';
import { Time } from '../ui/Time.tsx';
import { fieldLabels, fieldsIn, levelLabels, levelTones, lineAsJson, sourceLabels } from './logWords.ts';

const body = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '4',
  padding: '4',
});
const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2', color: 'muted' });
const text = css({ textStyle: 'mono', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });
const fields = css({
  display: 'grid',
  gridTemplateColumns: { base: '[minmax(0, 2fr) minmax(0, 3fr)]', mdDown: '[minmax(0, 1fr)]' },
  margin: '0',
  textStyle: 'small',
  '& dt, & dd': { paddingBlock: '1.5', margin: '0', overflowWrap: 'anywhere' },
  '& dt': { color: 'muted', paddingInlineEnd: '4', paddingBottom: { mdDown: '0' }, borderTop: 'hairline' },
  '& dd': { textStyle: 'mono', paddingTop: { mdDown: '0' }, borderTop: { base: 'hairline', mdDown: '[none]' } },
});

/** One line with all its fields. */
export function LogPanel({ line, onClose }: { line: LogLine | null; onClose: () => void }) {
  const ask = useAssistant();
  return (
    <SidePanel
      open={line !== null}
      onClose={onClose}
      title="Log entry"
      size="large"
      footer={
        line && (
          <>
            {ask && (
              <Button
                icon={<MessageCircleQuestion />}
                onClick={() => {
                  onClose();
                  ask({
                    text: 'What does this log entry mean, and what should I do about it?',
                    attachments: [{ kind: 'log', line: lineAsJson(line) }],
                    state: {},
                  });
                }}
              >
                Explain entry
              </Button>
            )}
            <CopyButton
              what="entry as JSON"
              text={lineAsJson(line)}
              labelled="Copy as JSON"
              variant="default"
              size="medium"
            />
          </>
        )
      }
    >
      {line && (
        <div className={body}>
          <div className={head}>
            <Badge tone={levelTones[line.level]}>{levelLabels[line.level]}</Badge>
            {sourceLabels[line.source]}
            <Time value={line.timestamp} />
          </div>
          <p className={text}>{line.event_message}</p>
          <dl className={fields}>
            {fieldsIn({ id: line.id, timestamp: line.timestamp, ...line.metadata }).map(([name, value]) => (
              <FieldRow key={name} name={name} value={value} />
            ))}
          </dl>
        </div>
      )}
    </SidePanel>
  );
}

const FieldRow = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{fieldLabels[name] ?? name}</dt>
    <dd>{value}</dd>
  </>
);
