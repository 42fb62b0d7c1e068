import { useSelector } from '@xstate/react';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Search from 'lucide-react/icons/search';
import Square from 'lucide-react/icons/square';
import Table2 from 'lucide-react/icons/table-2';
import { css } from 'styled-system/css';
import { allowsAttachment } from '../../contract/assistant/attachments.ts';
import { contextLevels } from '../../contract/assistant/contextLevel.ts';
import { errorQuestion } from '../../contract/assistant/errorQuestion.ts';
import { countWords, grouped } from '../../contract/common/counts.ts';
import type { AssistantProjectRef } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import {
  selectConversation,
  selectIsEditing,
  selectLevel,
  selectRef,
} from '../../machines/assistant/assistantProject/assistantProject.selectors.ts';
import type { AssistantServicesRef } from '../../machines/assistant/assistantServices/assistantServices.machine.ts';
import {
  selectCanStop,
  selectIsReady,
  selectToolsAllowed,
  selectUsage,
  type CountedUsage,
} from '../../machines/assistant/conversation/conversation.selectors.ts';
import { selectStatus } from '../../machines/parts/modelStatus.ts';
import { levelLabels, levelTexts } from '../parts/modelWords.ts';
import { useResource } from '../parts/useResource.ts';
import { Button } from '../ui/Button.tsx';
import { useFocusWhen } from '../ui/focus/useFocusWhen.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Segments } from '../ui/Segments.tsx';
import { AttachmentChip } from './AttachmentChip.tsx';
import type { ChatRef } from './blockContext.ts';
import { ScreenChips } from './ScreenChips.tsx';
import { useDocsSearch } from './useDocsSearch.ts';
import { attachmentLabel, firstWords } from './words.ts';

const frame = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '2',
  padding: '3',
  flexShrink: '0',
  borderTop: 'hairline',
  background: 'surface',
});
const row = css({ display: 'flex', alignItems: 'center', gap: '1.5', flexWrap: 'wrap' });
const last = css({ display: 'flex', alignItems: 'center', gap: '1.5' });
const note = css({ textStyle: 'small', color: 'muted' });
const counted = css({ flex: '1', minWidth: '0', textStyle: 'small', color: 'muted' });
const field = css({
  display: 'block',
  width: 'full',
  minHeight: '16',
  maxHeight: '[30dvh]',
  padding: '2',
  resize: 'none',
  fieldSizing: '[content]',
  textStyle: 'prose',
  color: 'text',
  background: 'canvas',
  border: 'control',
  borderRadius: 'medium',
  _focusVisible: { outlineOffset: '-px' },
});

/** Tables that the menu lists; more are found by asking for them. */
const listedTables = 40;

/** Attaches a table of the project to the next question. */
function AttachTable({ project }: { project: AssistantProjectRef }) {
  const ref = useSelector(project, selectRef);
  const tables = useResource('tables', { ref });
  const items = (tables.data?.tables ?? []).slice(0, listedTables).map(({ schema, name }) => ({
    kind: 'action' as const,
    key: `${schema}.${name}`,
    label: `${schema}.${name}`,
    onSelect: () => project.send({ type: 'attachment.added', attachment: { kind: 'table', schema, name } }),
  }));
  return (
    <Menu
      label="Tables"
      tip="Attach a table"
      trigger={<IconButton size="small" variant="text" icon={<Table2 />} label="Attach a table" tip={false} />}
      items={items.length > 0 ? items : [{ kind: 'heading', key: 'none', label: 'No tables in this project' }]}
    />
  );
}

/** What the model may learn, above the field: shown before the first message, and changeable at any time. */
function ContextControl({ project, services }: { project: AssistantProjectRef; services: AssistantServicesRef }) {
  const level = useSelector(project, selectLevel);
  const host = useSelector(services, selectStatus)?.host;
  return (
    <>
      <div className={row}>
        <span className={note}>Context</span>
        <Segments
          label="What the model can see of the database"
          value={level}
          options={contextLevels.map((value) => ({ value, label: levelLabels[value] }))}
          onValueChange={(chosen) => project.send({ type: 'level.chosen', level: chosen })}
        />
      </div>
      <p className={note}>
        {levelTexts[level]}
        {host != null && ` Sent to ${host}.`}
      </p>
    </>
  );
}

/** What the last request took of the model's context, and what all of them took together. */
const TokenUse = ({
  usage: { last: used, all },
  contextTokens,
}: {
  usage: CountedUsage;
  contextTokens: number | null;
}) => (
  <>
    <div>
      Last request:{' '}
      {contextTokens === null ? countWords(used, 'token') : `${grouped(used)} of ${countWords(contextTokens, 'token')}`}
    </div>
    <div>Conversation: {countWords(all, 'token')}</div>
  </>
);

interface ComposerProps {
  /** The question is on its way: its place is the end of the list. */
  onSent: () => void;
  project: AssistantProjectRef;
  services: AssistantServicesRef;
  chat: ChatRef;
  isConfigured: boolean;
}

/** The field for the next question, and what goes with it. */
export function Composer({ project, services, chat, isConfigured, onSent }: ComposerProps) {
  const { initialInput, attachments } = useSelector(project, selectConversation);
  const isEditing = useSelector(project, selectIsEditing);
  const level = useSelector(project, selectLevel);
  const isReady = useSelector(chat, selectIsReady);
  const canStop = useSelector(chat, selectCanStop);
  const usage = useSelector(chat, selectUsage);
  const toolsAllowed = useSelector(chat, selectToolsAllowed);
  const status = useSelector(services, selectStatus);
  const searchDocs = useDocsSearch();
  const area = useFocusWhen<HTMLTextAreaElement>(isEditing);
  const isBlank = initialInput.trim() === '';
  const error = attachments.find((attachment) => attachment.kind === 'error')?.error;
  // What a question is without a model.
  const search = status?.configured === false && !isBlank && searchDocs;
  const searched = error && initialInput === errorQuestion ? error.message : initialInput;
  const send = () => {
    if (search) search(searched);
    if (!isReady || !isConfigured || isBlank) return;
    project.send({ type: 'question.sent' });
    area.current?.focus();
    onSent();
  };
  return (
    <div className={frame}>
      <ContextControl project={project} services={services} />
      {toolsAllowed && (
        <div className={row}>
          <span className={note}>Tools run without a question in this conversation.</span>
          <Button size="tiny" onClick={() => chat.send({ type: 'consent.withdrawn' })}>
            Ask before tools
          </Button>
        </div>
      )}
      <ScreenChips project={project} rowClass={row} noteClass={note} />
      {attachments.length > 0 && (
        <div className={row}>
          {attachments.map((attachment, index) => (
            <AttachmentChip
              key={index}
              label={attachmentLabel(attachment)}
              isShared={allowsAttachment(level, attachment)}
              onRemove={() => project.send({ type: 'attachment.removed', index })}
            />
          ))}
        </div>
      )}
      {attachments.some((attachment) => !allowsAttachment(level, attachment)) && (
        <p className={note}>The model gets what is marked “not shared” only with a wider context.</p>
      )}
      {isEditing && (
        <div className={row}>
          <span className={note}>Sends the edited question with these attachments. Later messages are removed.</span>
          <Button size="tiny" onClick={() => project.send({ type: 'edit.cancelled' })}>
            Cancel edit
          </Button>
        </div>
      )}
      <textarea
        ref={area}
        className={field}
        aria-label="Question"
        placeholder={status?.configured === false ? 'Search the docs' : 'Ask about this project'}
        value={initialInput}
        maxLength={100_000}
        onChange={(event) =>
          project.send({ type: 'state.updated', change: { initialInput: event.currentTarget.value } })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {search && (
        <div className={row}>
          <Button size="small" icon={<Search />} onClick={send}>
            Search docs for “{firstWords(searched)}”
          </Button>
        </div>
      )}
      <div className={last}>
        <AttachTable project={project} />
        <div className={counted} data-numeric>
          {usage && <TokenUse usage={usage} contextTokens={status?.contextTokens ?? null} />}
        </div>
        {canStop ? (
          // Its key keeps the focus of one from the other, which a key that is held down would press.
          <Button key="stop" size="small" icon={<Square />} onClick={() => chat.send({ type: 'stop.requested' })}>
            Stop
          </Button>
        ) : (
          <Button
            key="send"
            size="small"
            variant="primary"
            icon={<ArrowUp />}
            disabled={!isReady || !isConfigured || isBlank}
            onClick={send}
          >
            Send question
          </Button>
        )}
      </div>
    </div>
  );
}
