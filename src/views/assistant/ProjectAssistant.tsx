import { useSelector } from '@xstate/react';
import MoreHorizontal from 'lucide-react/icons/ellipsis';
import History from 'lucide-react/icons/history';
import MessageSquarePlus from 'lucide-react/icons/message-square-plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { css } from 'styled-system/css';
import type { AssistantProjectRef } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import {
  selectChat,
  selectBlockRun,
  selectConversation,
  selectConversations,
  selectIsConfirmingDeletion,
  selectIsOpening,
  selectLocalFailure,
  selectServices,
  selectTitle,
} from '../../machines/assistant/assistantProject/assistantProject.selectors.ts';
import type { AssistantServicesRef } from '../../machines/assistant/assistantServices/assistantServices.machine.ts';
import { selectKeeps } from '../../machines/assistant/assistantServices/assistantServices.selectors.ts';
import { Alert } from '../ui/Alert.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu } from '../ui/Menu.tsx';
import { SkeletonRows } from '../ui/Skeleton.tsx';
import { timeWords } from '../ui/Time.tsx';
import { Chat } from './Chat.tsx';
import { ConversationName } from './ConversationName.tsx';

const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '0.5',
  flexShrink: '0',
  height: '10',
  paddingInlineStart: '3',
  paddingInlineEnd: '1.5',
  borderBottom: 'hairline',
  background: 'surface',
});
const heading = css({
  flex: '1',
  minWidth: '0',
  textStyle: 'label',
  fontWeight: 'semibold',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});
const inset = css({ padding: '3', flexShrink: '0' });

/** New conversation, the stored ones, and what can be done with the open one. */
export function ConversationMenus({
  project,
  services,
  onRename,
}: {
  project: AssistantProjectRef;
  services: AssistantServicesRef;
  onRename: () => void;
}) {
  const conversations = useSelector(project, selectConversations);
  const { id, messages } = useSelector(project, selectConversation);
  const keeps = useSelector(services, selectKeeps);
  return (
    <>
      <IconButton
        size="small"
        variant="text"
        icon={<MessageSquarePlus />}
        label="New conversation"
        onClick={() => project.send({ type: 'conversation.newRequested' })}
      />
      <Menu
        label="Conversations"
        align="end"
        tip="Conversations"
        trigger={<IconButton size="small" variant="text" icon={<History />} label="Conversations" tip={false} />}
        items={
          conversations.length === 0
            ? [{ kind: 'heading', key: 'none', label: 'No stored conversations' }]
            : conversations.map((conversation) => ({
                kind: 'choice' as const,
                key: conversation.id,
                label: conversation.title + (conversation.isElsewhere ? ' (open in another tab)' : ''),
                text: conversation.title,
                detail: timeWords(new Date(conversation.updatedAt), 'relative'),
                checked: conversation.id === id,
                onSelect: () => project.send({ type: 'conversation.chosen', id: conversation.id }),
              }))
        }
      />
      <Menu
        label="Conversation"
        align="end"
        tip="More"
        trigger={<IconButton size="small" variant="text" icon={<MoreHorizontal />} label="More" tip={false} />}
        items={[
          { kind: 'action', key: 'rename', label: 'Rename conversation', onSelect: onRename },
          ...(messages.length === 0
            ? []
            : [
                {
                  kind: 'action' as const,
                  key: 'reset',
                  label: 'Clear conversation',
                  onSelect: () => project.send({ type: 'state.reset' }),
                },
              ]),
          {
            kind: 'action',
            key: 'delete',
            label: 'Delete conversation',
            onSelect: () => project.send({ type: 'deletion.requested' }),
          },
          {
            kind: 'choice',
            key: 'keep',
            isSwitch: true,
            label: 'Keep conversations after sign-out',
            checked: keeps,
            onSelect: () => services.send({ type: 'keeping.chosen', keeps: !keeps }),
          },
        ]}
      />
    </>
  );
}

/** The conversations of the open project. */
export function ProjectAssistant({ project, onClose }: { project: AssistantProjectRef; onClose: () => void }) {
  const title = useSelector(project, selectTitle);
  const name = useSelector(project, selectConversation).name;
  const localFailure = useSelector(project, selectLocalFailure);
  const isOpening = useSelector(project, selectIsOpening);
  const isConfirming = useSelector(project, selectIsConfirmingDeletion);
  const services = useSelector(project, selectServices);
  const chat = useSelector(project, selectChat);
  const blockRun = useSelector(project, selectBlockRun);
  const [isRenaming, setRenaming] = useState(false);
  return (
    <>
      <div className={bar}>
        <h2 className={heading} data-cut="">
          {title}
        </h2>
        {services && <ConversationMenus project={project} services={services} onRename={() => setRenaming(true)} />}
        <IconButton size="small" variant="text" icon={<X />} label="Close assistant" onClick={onClose} />
      </div>
      {localFailure && (
        <div className={inset}>
          <Alert variant="warning" title="This browser does not store the conversation" announce>
            {localFailure.message} It stays until you close this page.
          </Alert>
        </div>
      )}
      {isOpening || !chat || !blockRun || !services ? (
        <div className={inset}>
          <SkeletonRows label="Opening the conversation" rows={3} />
        </div>
      ) : (
        <Chat key={chat.sessionId} project={project} services={services} chat={chat} blockRun={blockRun} />
      )}
      {isRenaming && (
        <ConversationName
          name={name}
          onRename={(typed) => {
            setRenaming(false);
            project.send({ type: 'conversation.renamed', typed });
          }}
          onClose={() => setRenaming(false)}
        />
      )}
      <ConfirmDialog
        open={isConfirming}
        variant="danger"
        title={`Delete “${title}”?`}
        description="Its messages are deleted from this browser. This cannot be undone."
        confirmLabel="Delete conversation"
        onConfirm={() => project.send({ type: 'deletion.confirmed' })}
        onCancel={() => project.send({ type: 'deletion.cancelled' })}
      />
    </>
  );
}
