import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { GenerationDraft } from '../../../src/contract/sql/sqlGeneration.ts';
import {
  sqlGenerationMachine,
  type SqlGenerationInput,
} from '../../../src/machines/sql/sqlGeneration/sqlGeneration.machine.ts';
import GenerateSql from '../../../src/views/sql/GenerateSql.tsx';
import { InApp, startTestApp } from '../../fixtures/app.tsx';
import { typeInto } from '../../fixtures/typeInto.ts';
import { coverView } from '../../support/coverView.ts';
import { withStubs } from '../../support/fakeWorld.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { status } from '../assistant/assistantServices.model.ts';
import { left, sql, sqlGenerationModel } from './sqlGeneration.model.ts';

afterEach(cleanup);

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
    'proposal.rejected': (_, screen) => press(screen, 'Reject SQL') && press(screen, 'Dismiss'),
    'name.requested': (_, screen) => press(screen, 'Suggest name'),
    'name.settled': (_, screen) => press(screen, 'Dismiss name'),
    'status.requested': (_, screen) => press(screen, 'Try again') && press(screen, 'Check again'),
    'generator.closed': 'elsewhere',
    'sql.grown': 'elsewhere',
    'sql.finished': 'elsewhere',
    'sql.failed': 'elsewhere',
  },
  sees: {
    loadingDraft: seesRequest,
    'open.draft': seesRequest,
    'open.status.checking': (screen) =>
      expect(screen.queryByText('Could not read whether a model is configured')).toBeNull(),
    'open.status.known': (screen, { context }) => {
      expect(screen.queryByText(/gets your request and this query/) !== null).toBe(context.status?.configured === true);
      expect(screen.queryByText('No model is configured') !== null).toBe(context.status?.configured === false);
      expect(screen.queryByText('Could not read whether a model is configured') !== null).toBe(
        context.statusFailure !== null,
      );
    },
    'open.work.asking': (screen, { context }) => {
      expect(screen.queryByText('Writing SQL…')).toBeNull();
      expect(screen.queryByText('The model did not answer') !== null).toBe(context.failure !== null);
      expect(screen.queryByText(/Suggested name/) !== null).toBe(context.name !== null);
    },
    'open.work.awaitingModel': (screen) => expect(screen.getByText('Checking which model answers…')).toBeTruthy(),
    'open.work.generating': (screen) => expect(screen.getByText('Writing SQL…')).toBeTruthy(),
    'open.work.reviewing': (screen, { context }) => {
      expect(screen.getByRole('region', { name: 'SQL from the assistant' })).toBeTruthy();
      expect(document.body.textContent).toContain(context.generated);
    },
    'open.work.interrupted': (screen, { context }) => {
      if (context.failure) expect(document.body.textContent).toContain(context.failure.message);
      expect(screen.queryByRole('region', { name: 'SQL from the assistant' }) !== null).toBe(context.generated !== '');
    },
    'open.work.naming': (screen) => {
      expect(screen.getByText('Suggest name').closest('button')!.getAttribute('aria-busy')).toBe('true');
      expect(screen.getByRole('button', { name: 'Stop' })).toBeTruthy();
    },
  },
});

it('does not blame the model when no request reached it', async () => {
  const machine = withStubs(sqlGenerationMachine).provide({
    actors: {
      loadDraft: fromPromise<GenerationDraft | null, SqlGenerationInput>(() =>
        Promise.resolve({ ...left, generated: '' }),
      ),
      readStatus: fromPromise(() => Promise.resolve(status)),
      generateSql: fromCallback(({ sendBack }) =>
        sendBack({
          type: 'sql.failed',
          generated: '',
          failure: { code: 500, message: 'The server cannot be reached.' },
        }),
      ),
    },
  });
  const flow = createActor(machine, { input: { ref: 'abc', query: 'q1' } }).start();
  const screen = render(
    <InApp app={startTestApp()}>
      <GenerateSql generation={flow} sql={sql} onAccepted={() => {}} onNamed={() => {}} onClosed={() => {}} />
    </InApp>,
  );
  await screen.findByText(/gets your request and this query/);
  fireEvent.click(screen.getByRole('button', { name: 'Generate SQL' }));
  expect(screen.getByText('No answer')).toBeTruthy();
  expect(screen.queryByText('The model did not answer')).toBeNull();
});

it('stays open when Escape ends a composition of an input method', () => {
  const close = vi.fn<() => void>();
  const flow = createActor(withStubs(sqlGenerationMachine), { input: { ref: 'abc', query: 'q1' } }).start();
  const { getByLabelText } = render(
    <InApp app={startTestApp()}>
      <GenerateSql generation={flow} sql={sql} onAccepted={() => {}} onNamed={() => {}} onClosed={close} />
    </InApp>,
  );
  const field = getByLabelText('Request');
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
  expect(close).not.toHaveBeenCalled();
  fireEvent.keyDown(field, { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
});
