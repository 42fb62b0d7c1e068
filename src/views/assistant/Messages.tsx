import { useSelector } from '@xstate/react';
import GitBranch from 'lucide-react/icons/git-branch';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import Pencil from 'lucide-react/icons/pencil';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { memo, useCallback } from 'react';
import { css } from 'styled-system/css';
import { allowsAttachment } from '../../contract/assistant/attachments.ts';
import type { Answer, AnswerFailure, Question, ToolCall } from '../../contract/assistant/conversation.ts';
import { countWords } from '../../contract/common/counts.ts';
import type { AssistantProjectRef } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import { selectLevel } from '../../machines/assistant/assistantProject/assistantProject.selectors.ts';
import {
  selectCanContinue,
  selectCanRetry,
  selectIsReady,
  selectLastQuestionId,
} from '../../machines/assistant/conversation/conversation.selectors.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { failureAdvice, noAnswerTitle } from '../parts/modelWords.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Time } from '../ui/Time.tsx';
import { AnswerText } from './AnswerText.tsx';
import { AttachmentChip } from './AttachmentChip.tsx';
import type { ChatRef } from './blockContext.ts';
import { SqlBlock } from './SqlBlock.tsx';
import { attachmentLabel, toolLabel } from './words.ts';

const frame = css({ display: 'grid', gap: '2', gridTemplateColumns: '[minmax(0, 1fr)]', flexShrink: '0' });
const asked = css({
  padding: '2.5',
  background: 'sunken',
  borderRadius: 'medium',
  textStyle: 'prose',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});
const foot = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  textStyle: 'small',
  color: 'muted',
  minHeight: 'control.tiny',
});
const spacer = css({ flex: '1' });
const chips = css({ display: 'flex', flexWrap: 'wrap', gap: '1', textStyle: 'small', color: 'muted' });
const call = css({ border: 'hairline', borderRadius: 'medium', textStyle: 'small', background: 'surface' });
const summary = css({
  cursor: 'pointer',
  paddingInline: '2',
  paddingBlock: { base: '2', _coarse: '3' },
  color: 'muted',
});
const json = css({
  textStyle: 'mono',
  margin: '0',
  padding: '2',
  borderTop: 'hairline',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 'popover',
  overflow: 'auto',
});
const note = css({ textStyle: 'small', color: 'muted' });
const ended = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', textStyle: 'small' });
const reason = css({ flex: '1', minWidth: 'menu', color: 'muted' });

/** Begins another conversation with what was said until here. */
const BranchButton = ({ project, id }: { project: AssistantProjectRef; id: string }) => (
  <IconButton
    size="tiny"
    variant="text"
    icon={<GitBranch />}
    label="Branch here"
    onClick={() => project.send({ type: 'conversation.branched', messageId: id })}
  />
);

interface MessageProps {
  project: AssistantProjectRef;
  chat: ChatRef;
}

export const QuestionMessage = memo(function QuestionMessage({
  question,
  project,
  chat,
}: MessageProps & { question: Question }) {
  const isReady = useSelector(chat, selectIsReady);
  const level = useSelector(project, selectLevel);
  const { id, text, attachments, createdAt } = question;
  if (question.continues)
    return (
      <article className={note} aria-label="Continuation">
        You asked for the rest of the answer.
      </article>
    );
  return (
    <article className={frame} aria-label="Your question">
      <div className={asked}>{text}</div>
      {attachments.length > 0 && (
        <div className={chips}>
          {attachments.map((attachment, index) => (
            <AttachmentChip
              key={index}
              label={attachmentLabel(attachment)}
              isShared={allowsAttachment(level, attachment)}
            />
          ))}
        </div>
      )}
      <div className={foot}>
        <Time value={new Date(createdAt).toISOString()} />
        <span className={spacer} />
        <IconButton
          size="tiny"
          variant="text"
          icon={<Pencil />}
          label="Edit question"
          disabled={!isReady}
          onClick={() => project.send({ type: 'edit.begun', id })}
        />
        <BranchButton project={project} id={id} />
      </div>
    </article>
  );
});

const stateWords: Readonly<Record<ToolCall['state'], string>> = {
  asked: 'waits for your consent',
  allowed: 'runs',
  refused: 'not allowed',
  done: 'done',
  failed: 'failed',
  rejected: 'refused, because it would write',
};

/** A tool that the model asked for, with its exact arguments and what came back. */
const CallRow = ({ call: { name, arguments: given, state, text } }: { call: ToolCall }) => (
  <details className={call}>
    <summary className={summary}>
      {toolLabel(name)}: {stateWords[state]}
    </summary>
    <pre className={json}>{JSON.stringify(given, null, 2)}</pre>
    {text !== null && <pre className={json}>{text}</pre>}
  </details>
);

const endingWords: Partial<Record<Answer['ending'], string>> = {
  stopped: 'Stopped.',
  interrupted: 'Interrupted: the page was reloaded, closed, or left before the answer was complete.',
  length: 'The answer reached the model’s length limit.',
};

interface EndingProps {
  answer: Answer;
  onRetry: (() => void) | null;
  onContinue: (() => void) | null;
  /** The question is too long as it was sent; null where it is not, or another follows. */
  onMove: (() => void) | null;
  onEdit: (() => void) | null;
}

const failedTitle = ({ text, failure }: Answer): string =>
  text === '' ? noAnswerTitle(failure) : 'The answer is not complete';

/** Why an answer is not whole, and what can be done about it. */
function Ending({ answer, onRetry, onContinue, onMove, onEdit }: EndingProps) {
  const { ending, failure, text } = answer;
  const actions = (onMove ?? onEdit ?? onContinue ?? onRetry) && (
    <>
      {onMove && (
        <Button size="small" icon={<MessageSquarePlus />} onClick={onMove}>
          Move question to new conversation
        </Button>
      )}
      {onEdit && (
        <Button size="small" icon={<Pencil />} onClick={onEdit}>
          Edit question
        </Button>
      )}
      {onContinue && (
        <Button size="small" onClick={onContinue}>
          Continue answer
        </Button>
      )}
      {onRetry && (
        <Button size="small" icon={<RotateCcw />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </>
  );
  if (ending === 'failed')
    return (
      <Alert variant="destructive" title={failedTitle(answer)} actions={actions} announce>
        {failure?.message} {failure && failureAdvice(failure)}
      </Alert>
    );
  const words = ending === 'complete' && text.trim() === '' ? 'The model gave no answer.' : endingWords[ending];
  if (words !== undefined)
    return (
      <div className={ended}>
        <span className={reason}>{words}</span>
        {actions}
      </div>
    );
  if (ending === 'filtered') return <p className={note}>The model’s provider blocked the rest of this answer.</p>;
  return null;
}

/** What can be done about a question that was too long, or had no room beside what was said before. */
const tooLong: ReadonlySet<AnswerFailure['code']> = new Set(['context_too_long', 413]);

export const AnswerMessage = memo(function AnswerMessage({
  answer,
  isStreaming,
  isLast,
  project,
  chat,
}: MessageProps & { answer: Answer; isStreaming: boolean; isLast: boolean }) {
  const canRetry = useSelector(chat, selectCanRetry);
  const canContinue = useSelector(chat, selectCanContinue);
  const questionId = useSelector(chat, selectLastQuestionId);
  const { id, text, calls, createdAt, usage, failure } = answer;
  const tooLongId = isLast && canRetry && failure && tooLong.has(failure.code) ? questionId : null;
  const Code = useCallback(
    ({ language, code }: { language: string; code: string }) => (
      <SqlBlock answerId={id} language={language} code={code} isOpen={isStreaming} />
    ),
    [id, isStreaming],
  );
  return (
    <article className={frame} aria-label="Answer" aria-busy={isStreaming}>
      <AnswerText id={id} text={text} isStreaming={isStreaming} Code={Code} />
      {calls.map((one, index) => (
        <CallRow key={index} call={one} />
      ))}
      <Ending
        answer={answer}
        onMove={tooLongId ? () => project.send({ type: 'question.moved', id: tooLongId }) : null}
        onEdit={tooLongId ? () => project.send({ type: 'edit.begun', id: tooLongId }) : null}
        onRetry={isLast && canRetry ? () => chat.send({ type: 'answer.retried' }) : null}
        onContinue={isLast && canContinue ? () => chat.send({ type: 'answer.continued' }) : null}
      />
      {!isStreaming && (
        <div className={foot}>
          <Time value={new Date(createdAt).toISOString()} />
          {usage && (
            <span data-numeric>· {countWords((usage.inputTokens ?? 0) + (usage.outputTokens ?? 0), 'token')}</span>
          )}
          <span className={spacer} />
          {text !== '' && (
            <CopyButton what={`answer of ${new Date(createdAt).toLocaleTimeString('en-US')}`} text={text} size="tiny" />
          )}
          <BranchButton project={project} id={id} />
        </div>
      )}
    </article>
  );
});
