import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { inspectorMachine } from '../../../src/machines/inspector/inspector/inspector.machine.ts';
import { Inspector } from '../../../src/views/inspector/Inspector.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { view, inspectorModel } from './inspector.model.ts';

type Snapshot = SnapshotFrom<typeof inspectorMachine>;

function clicked(element: HTMLElement | null): void | 'elsewhere' {
  if (!element || (element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true')
    return 'elsewhere';
  fireEvent.click(element);
  return undefined;
}

function typed(field: HTMLInputElement | null, value: string): void | 'elsewhere' {
  if (!field || field.value === value) return 'elsewhere';
  fireEvent.change(field, { target: { value } });
  return undefined;
}

/** Without `screen`, which works out the role of everything that is shown, for each of hundreds of paths. */
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent.trim()) === name,
  ) ?? null;
const actors = () => [...document.querySelectorAll<HTMLElement>('[role=tree] [role=treeitem]')];
const chartList = () => document.querySelector('ul[aria-label="All charts"]');

const seesEverywhere = (screen: Screen, { context }: Snapshot) => {
  expect(actors().length > 0).toBe(context.step >= 0 || context.trace === null);
  for (const item of actors())
    if (item.hasAttribute('aria-expanded'))
      expect(item.getAttribute('aria-expanded')).toBe(String(!context.closed.includes(item.dataset['session']!)));
  const chosen = actors().find((item) => item.getAttribute('aria-selected') === 'true');
  if (chosen) expect(chosen.dataset['session']).toBe(context.session);
  expect(button('Dismiss') !== null).toBe(context.failure !== null);
  if (context.failure) expect(screen.getByText(context.failure.message)).toBeDefined();
  expect(button(context.aspect === 'now' ? 'Now' : 'Events')?.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByLabelText<HTMLInputElement>('Keep names').checked).toBe(context.keepsNames);
  expect(chartList() !== null).toBe(context.catalog.length > 0);
};

const seesLive = (screen: Screen, snapshot: Snapshot) => {
  seesEverywhere(screen, snapshot);
  expect(screen.getByText(/^Live/)).toBeDefined();
  expect(document.querySelector('section[aria-label="Trace"]')).toBeNull();
};

const seesTrace = (screen: Screen, snapshot: Snapshot) => {
  const { trace, step } = snapshot.context;
  seesEverywhere(screen, snapshot);
  expect(screen.getByText(trace!.name)).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Step').value).toBe(String(step));
};

coverView(inspectorModel, {
  view: (inspector) => <Inspector inspector={inspector} source={view.source} />,
  does: {
    'pulse.received': 'elsewhere',
    'view.shown': 'elsewhere',
    'view.hidden': 'elsewhere',
    'actor.chosen': ({ session }) => clicked(actors().find((item) => item.dataset['session'] === session) ?? null),
    'chart.chosen': ({ chart }) => clicked(button(chart)),
    'reveal.requested': () => clicked(button('Show in chart')),
    'part.chosen': () => clicked(button('Events')),
    'branch.toggled': ({ session }) => {
      const item = actors().find((one) => one.dataset['session'] === session);
      const isOpen = item?.getAttribute('aria-expanded');
      if (!item || isOpen === null) return 'elsewhere';
      item.focus();
      fireEvent.keyDown(item, { key: isOpen === 'true' ? 'ArrowLeft' : 'ArrowRight' });
      return undefined;
    },
    // Nothing is laid out here that could be dragged.
    'pane.sized': 'elsewhere',
    'filter.changed': ({ filter }, screen) => typed(screen.queryByLabelText<HTMLInputElement>('Filter events'), filter),
    'scope.toggled': (_, screen) => clicked(screen.queryByLabelText('This actor only')),
    'serverEvents.toggled': (_, screen) => clicked(screen.queryByLabelText('Server events')),
    'event.opened': ({ seq }) =>
      clicked(document.querySelector<HTMLElement>(`button[data-seq="${seq}"][aria-expanded=false]`)),
    'trace.opened': ({ file }, screen) => {
      fireEvent.change(screen.getByLabelText('Trace file'), { target: { files: [file] } });
      return undefined;
    },
    'step.set': ({ step }, screen) => {
      const slider = screen.queryByLabelText<HTMLInputElement>('Step');
      return slider && step <= Number(slider.max) ? typed(slider, String(step)) : 'elsewhere';
    },
    'following.toggled': (_, screen) => clicked(screen.queryByLabelText('Follow the actor')),
    'playing.started': () => clicked(button('Play')),
    'playing.stopped': () => clicked(button('Pause')),
    'live.chosen': () => clicked(button('Go live')),
    'names.toggled': (_, screen) => clicked(screen.queryByLabelText('Keep names')),
    'save.requested': () => clicked(button('Save trace')),
    'failure.dismissed': () => clicked(button('Dismiss')),
  },
  sees: {
    broken: (screen) => expect(screen.getByText('The flow inspector crashed')).toBeDefined(),
    'working.source.live.watching': seesLive,
    'working.source.live.paused': seesLive,
    'working.source.reading': (screen, snapshot) => {
      seesEverywhere(screen, snapshot);
      expect(button('Open trace')?.getAttribute('aria-busy')).toBe('true');
    },
    'working.source.traced.stopped': (screen, snapshot) => {
      seesTrace(screen, snapshot);
      expect(button('Play')).not.toBeNull();
    },
    'working.source.traced.playing': (screen, snapshot) => {
      seesTrace(screen, snapshot);
      expect(button('Pause')).not.toBeNull();
    },
    'working.work.listing': () => expect(chartList()).toBeNull(),
    'working.work.none': () => expect(button('Save trace')?.getAttribute('aria-busy')).toBeNull(),
    'working.work.saving': () => expect(button('Save trace')?.getAttribute('aria-busy')).toBe('true'),
  },
});
