import { useSelector } from '@xstate/react';
import Sparkles from 'lucide-react/icons/sparkles';
import { lazy, Suspense, use } from 'react';
import type { ActorRefFrom } from 'xstate';
import { selectAssistant } from '../../machines/app/workspace/workspace.selectors.ts';
import type { assistantPanelMachine } from '../../machines/assistant/assistantPanel/assistantPanel.machine.ts';
import {
  selectHasHistory,
  selectIsLoading,
  selectIsOpen,
} from '../../machines/assistant/assistantPanel/assistantPanel.selectors.ts';
import { useCommands } from '../parts/commands.ts';
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx';
import { ModelContext } from '../parts/model.context.ts';
import { useShortcut, useShortcutKeys } from '../parts/useShortcut.ts';
import { useWorkspace } from '../parts/useWorkspace.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { strokeText } from '../ui/strokeText.ts';
import { Tooltip } from '../ui/Tooltip.tsx';

/** Loaded when the panel is first opened. */
const Side = lazy(() => import('../assistant/AssistantSide.tsx'));

type PanelRef = ActorRefFrom<typeof assistantPanelMachine>;

/** Opens and closes the assistant, by button, shortcut and palette. */
export function AssistantToggle({ panel }: { panel: PanelRef }) {
  const toggle = () => panel.send({ type: 'panel.toggled' });
  useShortcut('assistant', toggle);
  useCommands([
    {
      id: 'assistant',
      label: 'Assistant',
      section: 'Actions',
      icon: <Sparkles aria-hidden />,
      keywords: ['ai', 'chat', 'ask', 'generate'],
      shortcut: 'assistant',
      action: { run: toggle },
    },
  ]);
  const keys = useShortcutKeys('assistant');
  return (
    <Tooltip content="Assistant" shortcut={keys && strokeText(keys)} side="bottom">
      <IconButton
        label="Assistant"
        tip={false}
        icon={<Sparkles />}
        aria-expanded={useSelector(panel, selectIsOpen)}
        loading={useSelector(panel, selectIsLoading)}
        onClick={toggle}
      />
    </Tooltip>
  );
}

/** Without a model, what is left of the assistant: the way to the conversations that this browser may hold. */
function KeptConversations({ panel }: { panel: PanelRef }) {
  const isOffered = useSelector(panel, (snapshot) => selectHasHistory(snapshot) && !selectIsOpen(snapshot));
  useCommands(
    isOffered
      ? [
          {
            id: 'assistant.conversations',
            label: 'Assistant conversations',
            section: 'Actions',
            icon: <Sparkles aria-hidden />,
            keywords: ['ai', 'chat', 'history'],
            action: { run: () => panel.send({ type: 'panel.toggled' }) },
          },
        ]
      : [],
  );
  return null;
}

/** Where no model answers, there is no button. */
export function AssistantButton() {
  const panel = useWorkspace(selectAssistant);
  const hasModel = use(ModelContext);
  if (!panel) return null;
  return hasModel ? <AssistantToggle panel={panel} /> : <KeptConversations panel={panel} />;
}

/** The open panel, beside the page. */
export function AssistantPanel() {
  const panel = useWorkspace(selectAssistant);
  const isOpen = useSelector(panel, (snapshot) => snapshot !== undefined && selectIsOpen(snapshot));
  return (
    panel &&
    isOpen && (
      <ErrorBoundary>
        <Suspense>
          <Side panel={panel} />
        </Suspense>
      </ErrorBoundary>
    )
  );
}
