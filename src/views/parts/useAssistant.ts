import { useSelector } from '@xstate/react';
import { use } from 'react';
import type { AssistantRequest, SqlProposal } from '../../contract/assistant/conversation.ts';
import { selectAssistant } from '../../machines/app/workspace/workspace.selectors.ts';
import { selectProposal } from '../../machines/assistant/assistantPanel/assistantPanel.selectors.ts';
import { ModelContext } from './model.context.ts';
import { useWorkspace } from './useWorkspace.ts';

/** Opens the assistant with a question, which the user still has to send; null where no model answers. */
export function useAssistant(): ((request: AssistantRequest) => void) | null {
  const panel = useWorkspace(selectAssistant);
  return use(ModelContext) && panel ? (request) => panel.send({ type: 'request.made', request }) : null;
}

/** SQL that the assistant wants in the editor, until the user has accepted or rejected it. */
export function useProposal(ref: string): { proposal: SqlProposal | null; settle: () => void } {
  const panel = useWorkspace(selectAssistant);
  const proposal = useSelector(panel, (snapshot) => (snapshot ? selectProposal(snapshot) : null)) ?? null;
  return {
    proposal: proposal?.ref === ref ? proposal : null,
    settle: () => panel?.send({ type: 'proposal.settled' }),
  };
}
