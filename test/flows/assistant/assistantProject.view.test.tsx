import { setImmediate } from 'node:timers/promises';
import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { titleOf } from '../../../src/contract/assistant/conversation.ts';
import type { assistantProjectMachine } from '../../../src/machines/assistant/assistantProject/assistantProject.machine.ts';
import { ProjectAssistant } from '../../../src/views/assistant/ProjectAssistant.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { assistantProjectModel } from './assistantProject.model.ts';
import { InApp } from './startAssistant.tsx';

type Snapshot = SnapshotFrom<typeof assistantProjectMachine>;

const press = (screen: Screen, name: string) => {
  const [button] = screen.queryAllByRole('button', { name });
  if (!button || (button as HTMLButtonElement).disabled) return 'elsewhere';
  fireEvent.click(button);
  return undefined;
};

async function choose(screen: Screen, label: string) {
  fireEvent.click(screen.getByLabelText('More'));
  await setImmediate();
  const item = screen.queryByText(label)?.closest('[role=menuitem]');
  if (!item) return 'elsewhere' as const;
  fireEvent.click(item);
  return undefined;
}

const seesConversation = (screen: Screen, { context: { conversation, localFailure } }: Snapshot) => {
  expect(screen.getByText(titleOf(conversation), { selector: 'h2' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Question').value).toBe(conversation.initialInput);
  expect(screen.queryByText('This browser does not store the conversation') !== null).toBe(localFailure !== null);
};

coverView(assistantProjectModel, {
  view: (project) => (
    <InApp>
      <ProjectAssistant project={project} onClose={() => undefined} />
    </InApp>
  ),
  does: {
    'messages.changed': 'elsewhere',
    'question.taken': 'elsewhere',
    'local.saved': 'elsewhere',
    'local.failed': 'elsewhere',
    'list.changed': 'elsewhere',
    'request.received': 'elsewhere',
    'state.updated': ({ change }, screen) => {
      const field = screen.queryByLabelText<HTMLTextAreaElement>('Question');
      if (!field || change.initialInput === undefined || field.value === change.initialInput) return 'elsewhere';
      typeInto(field, change.initialInput);
    },
    'state.reset': 'elsewhere',
    'level.chosen': (_, screen) => {
      const choice = screen.queryByLabelText<HTMLInputElement>('Schema and data');
      if (!choice || choice.checked) return 'elsewhere';
      fireEvent.click(choice);
    },
    'attachment.added': 'elsewhere',
    'attachment.removed': 'elsewhere',
    // There is no model in this test.
    'question.sent': 'elsewhere',
    'edit.begun': 'elsewhere',
    'edit.cancelled': (_, screen) => press(screen, 'Cancel edit'),
    'conversation.newRequested': (_, screen) => press(screen, 'New conversation'),
    'conversation.chosen': 'elsewhere',
    'conversation.renamed': 'elsewhere',
    'conversation.branched': 'elsewhere',
    'question.moved': 'elsewhere',
    'deletion.requested': (_, screen) =>
      screen.queryByRole('alertdialog') ? 'elsewhere' : choose(screen, 'Delete conversation'),
    'deletion.confirmed': (_, screen) => press(screen, 'Delete conversation'),
    'deletion.cancelled': (_, screen) => press(screen, 'Cancel'),
    'sql.inserted': 'elsewhere',
  },
  sees: {
    loading: (screen) => expect(screen.getByLabelText('Opening the conversation')).toBeTruthy(),
    'loaded.chatting.talking': seesConversation,
    'loaded.chatting.confirmingDeletion': (screen) =>
      expect(screen.getByRole('alertdialog').textContent).toContain('deleted from this browser'),
    'loaded.opening': (screen) => expect(screen.getByLabelText('Opening the conversation')).toBeTruthy(),
  },
});
