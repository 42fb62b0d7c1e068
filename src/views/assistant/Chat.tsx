import { useSelector } from '@xstate/react';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { Suspense, useLayoutEffect, useMemo, useRef } from 'react';
import { css } from 'styled-system/css';
import type { AssistantProjectRef } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import { selectConversation } from '../../machines/assistant/assistantProject/assistantProject.selectors.ts';
import type { AssistantServicesRef } from '../../machines/assistant/assistantServices/assistantServices.machine.ts';
import {
  selectAskedCall,
  selectAskedNumber,
  selectCanRetry,
  selectIsWaiting,
  selectMessages,
  selectRunningTool,
  selectStreamingId,
} from '../../machines/assistant/conversation/conversation.selectors.ts';
import { selectStatus } from '../../machines/parts/modelStatus.ts';
import { lazyPart } from '../parts/lazyPart.ts';
import { Button } from '../ui/Button.tsx';
import { ScrollRegion } from '../ui/ScrollRegion.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { BlockContext, type BlockCommands, type BlockRunRef, type ChatRef } from './blockContext.ts';
import { Composer } from './Composer.tsx';
import { Consent } from './Consent.tsx';
import { AnswerMessage, QuestionMessage } from './Messages.tsx';
import { ModelStatus } from './ModelStatus.tsx';
import { RunConfirmation } from './RunConfirmation.tsx';
import { toolLabel } from './words.ts';

const scroll = css({ flex: '1', minHeight: '0', overflow: 'auto', overscrollBehavior: 'contain' });
const inner = css({ display: 'flex', flexDirection: 'column', gap: '4', padding: '3' });
const busy = css({ display: 'flex', alignItems: 'center', gap: '2', textStyle: 'small', color: 'muted' });

/** Loaded with the first attachment. */
const LocalHelp = lazyPart(
  () => import('./LocalHelp.tsx').then((part) => part.default),
  () => <p className={busy}>Could not load help about what is attached.</p>,
);

/** Within this distance of its end, the list follows what is added. */
const followPx = 80;

/** Keeps the end of a growing list in view, as long as the user has not scrolled away from it. */
function useFollowedEnd() {
  const list = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const region = list.current!;
    let top = region.scrollTop;
    const growth = new ResizeObserver(() => {
      if (follows.current) region.scrollTop = region.scrollHeight;
    });
    growth.observe(content.current!);
    growth.observe(region);
    const heard = () => {
      const isAtEnd = region.scrollHeight - region.scrollTop - region.clientHeight < followPx;
      // What grows below moves nothing: only the user scrolls up.
      if (isAtEnd) follows.current = true;
      else if (region.scrollTop < top) follows.current = false;
      top = region.scrollTop;
    };
    region.addEventListener('scroll', heard, { passive: true });
    return () => {
      growth.disconnect();
      region.removeEventListener('scroll', heard);
    };
  }, []);
  const goToEnd = () => {
    follows.current = true;
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  };
  return { list, content, goToEnd };
}

interface ChatProps {
  project: AssistantProjectRef;
  services: AssistantServicesRef;
  chat: ChatRef;
  blockRun: BlockRunRef;
}

/** What goes on below the messages. */
function Progress({ chat }: { chat: ChatRef }) {
  const isWaiting = useSelector(chat, selectIsWaiting);
  const tool = useSelector(chat, selectRunningTool);
  return (
    <div className={busy} role="status">
      {(isWaiting || tool) && <Spinner />}
      {isWaiting ? 'Waiting for the model…' : tool ? `Running “${toolLabel(tool.name)}”…` : ''}
    </div>
  );
}

/** The last question has no answer, not even a part of one. */
const Unanswered = ({ chat }: { chat: ChatRef }) =>
  useSelector(chat, selectCanRetry) && (
    <div className={busy}>
      Not answered.
      <Button size="small" icon={<RotateCcw />} onClick={() => chat.send({ type: 'answer.retried' })}>
        Try again
      </Button>
    </div>
  );

/** One conversation: its messages, the question of the moment, and the field. */
export function Chat({ project, services, chat, blockRun }: ChatProps) {
  const messages = useSelector(chat, selectMessages);
  const streamingId = useSelector(chat, selectStreamingId);
  const asked = useSelector(chat, selectAskedCall);
  const askedNumber = useSelector(chat, selectAskedNumber);
  const hasModel = useSelector(services, selectStatus)?.configured === true;
  const attachments = useSelector(project, selectConversation).attachments;
  const { list, content, goToEnd } = useFollowedEnd();
  const commands = useMemo<BlockCommands>(
    () => ({
      blockRun,
      insert: (sql) => project.send({ type: 'sql.inserted', sql }),
      explain: (sql) => {
        const text = hasModel ? 'Explain this query.' : '';
        project.send({
          type: 'request.received',
          request: { text, attachments: [{ kind: 'query', sql }], state: {} },
        });
        if (!hasModel) services.send({ type: 'explanation.requested', sql });
      },
    }),
    [project, services, blockRun, hasModel],
  );
  return (
    <BlockContext value={commands}>
      <ScrollRegion ref={list} className={scroll} label="Messages">
        <div ref={content} className={inner}>
          <ModelStatus project={project} services={services} isUsed={messages.length > 0} />
          {messages.map((message) =>
            message.role === 'user' ? (
              <QuestionMessage key={message.id} question={message} project={project} chat={chat} />
            ) : (
              <AnswerMessage
                key={message.id}
                answer={message}
                isStreaming={message.id === streamingId}
                isLast={message === messages.at(-1)}
                project={project}
                chat={chat}
              />
            ),
          )}
          <Suspense>
            {attachments.length > 0 && <LocalHelp project={project} services={services} attachments={attachments} />}
          </Suspense>
          {messages.at(-1)?.role === 'user' && <Unanswered chat={chat} />}
          <Progress chat={chat} />
          {asked && <Consent key={askedNumber} chat={chat} call={asked} />}
        </div>
      </ScrollRegion>
      <Composer project={project} services={services} chat={chat} isConfigured={hasModel} onSent={goToEnd} />
      <RunConfirmation blockRun={blockRun} />
    </BlockContext>
  );
}
