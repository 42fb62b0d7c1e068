import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { BlockContext } from '../../../src/views/assistant/blockContext.ts';
import { RunConfirmation } from '../../../src/views/assistant/RunConfirmation.tsx';
import { SqlBlock } from '../../../src/views/assistant/SqlBlock.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { block, blockRunModel } from './blockRun.model.ts';
import { InApp } from './startAssistant.tsx';

const press = (screen: Screen, name: string) => {
  const buttons = screen.getAllByRole('button', { name });
  fireEvent.click(buttons.at(-1)!);
};

coverView(blockRunModel, {
  view: (blockRun) => (
    <InApp>
      <BlockContext value={{ blockRun, insert: () => undefined, explain: () => undefined }}>
        <SqlBlock answerId="a1" language="sql" code={block.sql} isOpen={false} />
        <RunConfirmation blockRun={blockRun} />
      </BlockContext>
    </InApp>
  ),
  does: {
    'run.requested': (_, screen) => press(screen, 'Run SQL'),
    'run.confirmed': (_, screen) => press(screen, 'Run SQL'),
    'run.cancelled': (_, screen) => press(screen, screen.queryByRole('alertdialog') ? 'Cancel' : 'Cancel run'),
  },
  sees: {
    idle: (screen, { context }) => {
      expect(screen.getByRole('button', { name: 'Run SQL' })).toBeTruthy();
      const outcome = context.outcomes[block.key];
      expect(screen.queryByText('Could not run the SQL') !== null).toBe(outcome?.kind === 'failed');
      // The last statement has no rows either.
      expect(screen.queryByText(/DELETE 3 · 3 rows/) !== null).toBe(outcome?.kind === 'done');
      expect(screen.queryByRole('button', { name: '1. orders: select' }) !== null).toBe(outcome?.kind === 'done');
    },
    checking: (screen) => expect(screen.getByRole('button', { name: 'Cancel run' })).toBeTruthy(),
    confirming: (screen, { context }) => {
      const dialog = screen.getByRole('alertdialog');
      expect(dialog.textContent).toContain(context.reason);
      expect(dialog.textContent).toContain(block.sql);
    },
    running: (screen) => expect(screen.getByRole('button', { name: 'Cancel run' })).toBeTruthy(),
  },
});
