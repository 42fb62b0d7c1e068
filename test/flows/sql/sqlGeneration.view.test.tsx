import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import GenerateSql from '../../../src/views/sql/GenerateSql.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { sql, sqlGenerationModel } from './sqlGeneration.model.ts';

const request = (screen: Screen) => screen.getByLabelText<HTMLTextAreaElement>('Request');
const press = (screen: Screen, name: string) => {
  const button = screen.queryByRole<HTMLButtonElement>('button', { name });
  if (!button || button.disabled) return 'elsewhere' as const;
  fireEvent.click(button);
  return undefined;
};
const seesRequest = (screen: Screen, { context }: { context: { prompt: string } }) =>
  expect(request(screen).value).toBe(context.prompt);

coverView(sqlGenerationModel, {
  view: (flow) => (
    <InApp app={startTestApp()}>
      <GenerateSql
        generation={flow}
        sql={sql}
        onAccepted={() => undefined}
        onNamed={() => undefined}
        onClosed={() => undefined}
      />
    </InApp>
  ),
  does: {
    'prompt.changed': ({ prompt }, screen) => {
      if (request(screen).value === prompt) return 'elsewhere';
      typeInto(request(screen), prompt);
      return undefined;
    },
    'level.chosen': (_, screen) => {
      const choice = screen.getByLabelText<HTMLInputElement>('None');
      if (choice.checked) return 'elsewhere';
      fireEvent.click(choice);
      return undefined;
    },
    'generation.requested': (_, screen) => press(screen, 'Generate SQL'),
    'generation.stopped': (_, screen) => press(screen, 'Stop'),
    'proposal.accepted': (_, screen) => press(screen, 'Replace query'),
    'proposal.rejected': (_, screen) => press(screen, 'Reject SQL') ?? undefined,
    'name.requested': (_, screen) => press(screen, 'Suggest name'),
    'name.settled': (_, screen) => press(screen, 'Dismiss name'),
    'status.requested': (_, screen) => press(screen, 'Try again'),
    'sql.grown': 'elsewhere',
    'sql.finished': 'elsewhere',
    'sql.failed': 'elsewhere',
  },
  sees: {
    opening: seesRequest,
    'open.draft.saved': seesRequest,
    'open.draft.unsaved': seesRequest,
    'open.draft.keeping': seesRequest,
    'open.work.asking': (screen, { context }) => {
      expect(screen.queryByText(/gets your request and this query/) !== null).toBe(context.status !== null);
      expect(screen.queryByText('Could not read whether a model is configured') !== null).toBe(
        context.statusFailure !== null,
      );
      expect(screen.queryByText('Writing SQL…')).toBeNull();
      expect(screen.queryByText(/Suggested name/) !== null).toBe(context.name !== null);
    },
    'open.work.generating': (screen) => expect(screen.getByText('Writing SQL…')).toBeTruthy(),
    'open.work.reviewing': (screen, { context }) => {
      expect(screen.getByRole('region', { name: 'SQL from the assistant' })).toBeTruthy();
      expect(document.body.textContent).toContain(context.generated);
    },
    'open.work.interrupted': (screen, { context }) => {
      if (context.failure) expect(document.body.textContent).toContain(context.failure.message);
      expect(screen.queryByRole('region', { name: 'SQL from the assistant' }) !== null).toBe(context.generated !== '');
    },
    'open.work.naming': (screen) =>
      expect(screen.getByText('Suggest name').closest('button')!.getAttribute('aria-busy')).toBe('true'),
  },
});
