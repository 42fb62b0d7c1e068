import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { inspectorMachine } from '../../src/machines/inspector/inspector.machine.ts';
import { Inspector } from '../../src/views/inspector/Inspector.tsx';
import { scene } from '../machines/inspector.model.ts';
import type { Screen, ViewScript } from '../support/viewStage.tsx';

type Snapshot = SnapshotFrom<typeof inspectorMachine>;

function clicked(element: HTMLElement | null): void | 'elsewhere' {
  if (!element || (element as HTMLButtonElement).disabled) return 'elsewhere';
  fireEvent.click(element);
  return undefined;
}

function typed(field: HTMLInputElement | null, value: string): void | 'elsewhere' {
  if (!field || field.value === value) return 'elsewhere';
  fireEvent.change(field, { target: { value } });
  return undefined;
}

const button = (screen: Screen, name: string) => screen.queryByRole('button', { name });

const seesEverywhere = (screen: Screen, { context }: Snapshot) => {
  expect(screen.getByRole('tree', { name: 'Actors' })).toBeDefined();
  const chosen = screen.queryAllByRole('treeitem').find((item) => item.getAttribute('aria-selected') === 'true');
  if (chosen) expect(chosen.dataset['session']).toBe(context.session);
  expect(screen.queryByRole('button', { name: 'Dismiss' }) !== null).toBe(context.failure !== null);
  if (context.failure) expect(screen.getByText(context.failure.message)).toBeDefined();
  expect(screen.getByRole('button', { name: context.aspect === 'now' ? 'Now' : 'Events' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('list', { name: 'All charts' }) !== null).toBe(context.catalog.length > 0);
};

const seesLive = (screen: Screen, snapshot: Snapshot) => {
  seesEverywhere(screen, snapshot);
  expect(screen.getByText(/^Live/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Trace' })).toBeNull();
};

const seesTrace = (screen: Screen, snapshot: Snapshot) => {
  const { trace, step } = snapshot.context;
  seesEverywhere(screen, snapshot);
  expect(screen.getByText(trace!.name)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Step').value).toBe(String(step));
};

export const inspectorScript: ViewScript<typeof inspectorMachine> = {
  view: (inspector) => <Inspector inspector={inspector} inspection={scene} />,
  does: {
    'pulse.felt': 'elsewhere',
    'view.shown': 'elsewhere',
    'view.hidden': 'elsewhere',
    'actor.chosen': ({ session }, screen) => clicked(screen.queryAllByRole('treeitem').find((item) => item.dataset['session'] === session) ?? null),
    'chart.chosen': ({ chart }, screen) => clicked(button(screen, chart)),
    'aspect.chosen': (_, screen) => clicked(button(screen, 'Events')),
    'filter.changed': ({ filter }, screen) => typed(screen.queryByLabelText<HTMLInputElement>('Filter events'), filter),
    'scope.toggled': (_, screen) => clicked(screen.queryByLabelText('This actor only')),
    'event.opened': ({ seq }, screen) => clicked(screen.queryAllByRole('button').find((row) => row.dataset['seq'] === String(seq) && row.getAttribute('aria-expanded') === 'false') ?? null),
    'trace.opened': ({ file }, screen) => {
      if (!file) return clicked(button(screen, 'Step through'));
      fireEvent.change(screen.getByLabelText('Trace file'), { target: { files: [file] } });
      return undefined;
    },
    'step.set': ({ step }, screen) => {
      const slider = screen.queryByLabelText<HTMLInputElement>('Step');
      return slider && step <= Number(slider.max) ? typed(slider, String(step)) : 'elsewhere';
    },
    'following.toggled': (_, screen) => clicked(screen.queryByLabelText('Follow the actor')),
    'playing.started': (_, screen) => clicked(button(screen, 'Play')),
    'playing.stopped': (_, screen) => clicked(button(screen, 'Pause')),
    'live.chosen': (_, screen) => clicked(button(screen, 'Back to live')),
    'saving.requested': (_, screen) => clicked(button(screen, 'Save the trace')),
    'stately.requested': (_, screen) => clicked(button(screen, 'Open Stately’s inspector')),
    'failure.dismissed': (_, screen) => clicked(button(screen, 'Dismiss')),
  },
  sees: {
    broken: (screen) => expect(screen.getByText('The flow inspector has a fault')).toBeDefined(),
    'working.source.live.watching': seesLive,
    'working.source.live.resting': seesLive,
    'working.source.reading': (screen, snapshot) => {
      seesEverywhere(screen, snapshot);
      expect(button(screen, 'Load a trace')?.getAttribute('aria-busy')).toBe('true');
    },
    'working.source.traced.still': (screen, snapshot) => {
      seesTrace(screen, snapshot);
      expect(button(screen, 'Play')).not.toBeNull();
    },
    'working.source.traced.playing': (screen, snapshot) => {
      seesTrace(screen, snapshot);
      expect(button(screen, 'Pause')).not.toBeNull();
    },
    'working.errand.none': (screen) => expect(button(screen, 'Save the trace')?.getAttribute('aria-busy')).toBeNull(),
    'working.errand.saving': (screen) => expect(button(screen, 'Save the trace')?.getAttribute('aria-busy')).toBe('true'),
    'working.errand.opening': (screen) => expect(button(screen, 'Open Stately’s inspector')?.getAttribute('aria-busy')).toBe('true'),
  },
};
