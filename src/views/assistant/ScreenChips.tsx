import { useSelector } from '@xstate/react';
import { allowsContext } from '../../contract/assistant/contextLevel.ts';
import type { PanelState } from '../../contract/assistant/conversation.ts';
import { screenOf, withoutQuery, withoutTable } from '../../contract/assistant/sharedScreen.ts';
import type { AssistantProjectRef } from '../../machines/assistant/assistantProject/assistantProject.machine.ts';
import {
  selectConversation,
  selectLevel,
} from '../../machines/assistant/assistantProject/assistantProject.selectors.ts';
import { AttachmentChip } from './AttachmentChip.tsx';
import { firstWords } from './words.ts';

/** What goes with every question of the conversation: the tables and queries that the user has at hand. */
export function ScreenChips({
  project,
  rowClass,
  noteClass,
}: {
  project: AssistantProjectRef;
  rowClass: string;
  noteClass: string;
}) {
  const conversation = useSelector(project, selectConversation);
  const isShared = allowsContext(useSelector(project, selectLevel), 'schema');
  const { tables, queries } = screenOf(conversation);
  const change = (part: Partial<PanelState>) => project.send({ type: 'state.updated', change: part });
  if (tables.length + queries.length === 0) return null;
  return (
    <div className={rowClass} role="group" aria-label="Sent with every question">
      <span className={noteClass}>With every question</span>
      {tables.map((table) => (
        <AttachmentChip
          key={`${table.schema}.${table.name}`}
          label={`${table.schema}.${table.name}`}
          isShared={isShared}
          onRemove={() => change(withoutTable(conversation, table))}
        />
      ))}
      {queries.map((sql) => (
        <AttachmentChip
          key={sql}
          label={`SQL “${firstWords(sql)}”`}
          isShared={isShared}
          onRemove={() => change(withoutQuery(conversation, sql))}
        />
      ))}
    </div>
  );
}
