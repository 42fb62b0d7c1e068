import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { Chat } from '../../../src/views/assistant/Chat.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { call, conversationModel } from './conversation.model.ts';
import { startAssistant, InApp } from './startAssistant.tsx';

const press = (screen: Screen, name: string) => void fireEvent.click(screen.getByRole('button', { name }));
const canStop = (screen: Screen) => expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();

coverView(conversationModel, {
  view: (chat) => {
    const { project, services, blockRun } = startAssistant();
    return (
      <InApp>
        <Chat project={project} services={services} chat={chat} blockRun={blockRun} />
      </InApp>
    );
  },
  does: {
    // The project's flow sends what the field holds, and what was stored.
    'messages.restored': 'elsewhere',
    'question.asked': 'elsewhere',
    'question.edited': 'elsewhere',
    'answer.retried': (_, screen) => press(screen, 'Try again'),
    'stop.requested': (_, screen) => press(screen, 'Stop'),
    'call.allowed': ({ always }, screen) =>
      press(screen, always ? 'Allow all tools in this conversation' : 'Allow once'),
    'call.refused': ({ all }, screen) => {
      // Offered as long as there are others.
      if (all && !screen.queryByRole('button', { name: 'Refuse all' })) return 'elsewhere';
      press(screen, all ? 'Refuse all' : 'Refuse');
    },
    // Offered where a part of the answer is there.
    'answer.continued': (_, screen) => {
      if (!screen.queryByRole('button', { name: 'Continue answer' })) return 'elsewhere';
      press(screen, 'Continue answer');
    },
    'level.changed': 'elsewhere',
    'screen.changed': 'elsewhere',
    'consent.withdrawn': (_, screen) => {
      // Offered while there is consent.
      if (!screen.queryByRole('button', { name: 'Ask before tools' })) return 'elsewhere';
      press(screen, 'Ask before tools');
    },
    'answer.grown': 'elsewhere',
    'tool.called': 'elsewhere',
    'usage.counted': 'elsewhere',
    'answer.finished': 'elsewhere',
    'answer.failed': 'elsewhere',
    'answer.cut': 'elsewhere',
  },
  sees: {
    'ready.idle': (screen, { context }) => {
      expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
      expect(screen.queryAllByRole('article').length).toBe(context.messages.length);
    },
    'ready.stopped': (screen) => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy(),
    'ready.failed': (screen, { context }) => {
      const last = context.messages.at(-1);
      expect(
        screen.getAllByText(/^(?:The answer is not complete|The model did not answer|No answer)$/).length,
      ).toBeGreaterThan(0);
      expect(document.body.textContent).toContain(last?.role === 'assistant' ? last.failure?.message : '');
    },
    'answering.waiting': (screen) => {
      expect(screen.getByText('Waiting for the model…')).toBeTruthy();
      canStop(screen);
    },
    'answering.streaming': canStop,
    'answering.stopping': (screen) => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull(),
    awaitingConsent: (screen) => {
      expect(screen.getByText(/^The model asks to use “List tables”/)).toBeTruthy();
      expect(screen.getAllByText(/"schema": "public"/).length).toBeGreaterThan(0);
      expect(call.arguments).toEqual({ schema: 'public' });
    },
    runningTool: (screen) => {
      expect(screen.getByText('Running “List tables”…')).toBeTruthy();
      canStop(screen);
    },
  },
});
