import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type {
  InspectorPage,
  inspectorPublisherMachine,
} from '../../../src/machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import {
  PublisherButtons,
  PublisherNotice,
  PublisherStatus,
} from '../../../src/views/inspector/InspectorPublisher.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { inspectorPublisherModel } from './inspectorPublisher.model.ts';

type Snapshot = SnapshotFrom<typeof inspectorPublisherMachine>;

const names: Readonly<Record<InspectorPage, string>> = {
  stately: 'Open in Stately Inspector',
  own: 'Open in new window',
};
const button = (screen: Screen, name: string) => screen.queryByRole('button', { name });

function clicked(element: HTMLElement | null): void | 'elsewhere' {
  if (!element) return 'elsewhere';
  fireEvent.click(element);
  return undefined;
}

const isBusy = (screen: Screen, page: InspectorPage): boolean =>
  button(screen, names[page])?.getAttribute('aria-busy') === 'true';
const seesNobodyAwaited = (screen: Screen) =>
  expect([isBusy(screen, 'own'), isBusy(screen, 'stately')]).toEqual([false, false]);
const seesFailure = (screen: Screen, { context }: Snapshot) =>
  expect(screen.queryByText('The browser has blocked the new window.') !== null).toBe(context.failure !== null);

coverView(inspectorPublisherModel, {
  view: (publisher) => (
    <>
      <PublisherButtons publisher={publisher} />
      <PublisherStatus publisher={publisher} />
      <PublisherNotice publisher={publisher} className="" />
    </>
  ),
  does: {
    'publishing.requested': 'elsewhere',
    'window.opened': 'elsewhere',
    'window.listened': 'elsewhere',
    'window.closed': 'elsewhere',
    'window.requested': ({ page }, screen) =>
      isBusy(screen, page) ? 'elsewhere' : clicked(button(screen, names[page])),
    'streaming.confirmed': (_, screen) => clicked(button(screen, 'Stream events')),
    'streaming.declined': (_, screen) => clicked(button(screen, 'Cancel')),
    'failure.dismissed': (_, screen) => clicked(button(screen, 'Dismiss')),
  },
  sees: {
    idle: (screen, snapshot) => {
      seesNobodyAwaited(screen);
      seesFailure(screen, snapshot);
    },
    asking: (screen) => {
      seesNobodyAwaited(screen);
      expect(screen.getByText('Stream events to stately.ai?')).toBeDefined();
      expect(screen.getByText(/Other names stand for your organizations/)).toBeDefined();
    },
    'publishing.connecting': (screen, { context }) => expect(isBusy(screen, context.page)).toBe(true),
    'publishing.unanswered': (screen, { context }) => {
      seesNobodyAwaited(screen);
      expect(
        screen.getByText(
          context.page === 'stately' ? 'Stately Inspector is not responding' : 'The other window is not responding',
        ),
      ).toBeDefined();
      expect(button(screen, 'Open here')).not.toBeNull();
    },
    'publishing.connected': (screen, { context }) => {
      seesNobodyAwaited(screen);
      expect(screen.getByRole('status').textContent).toContain(
        context.page === 'stately' ? 'Streaming to Stately Inspector' : 'Streaming to the other window',
      );
    },
  },
});
