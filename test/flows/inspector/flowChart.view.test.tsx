import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { flowChartMachine } from '../../../src/machines/inspector/flowChart/flowChart.machine.ts';
import { ChartPane } from '../../../src/views/inspector/ChartPane.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { flowChartModel } from './flowChart.model.ts';

type Snapshot = SnapshotFrom<typeof flowChartMachine>;

/** Clicks what offers it; where nothing does, it comes from elsewhere. */
function clicked(element: Element | null): void | 'elsewhere' {
  if (!element) return 'elsewhere';
  fireEvent.click(element);
  return undefined;
}

const button = (screen: Screen, name: string | RegExp) => screen.queryByRole('button', { name });
const isPressed = (element: Element | null): boolean => element?.getAttribute('aria-pressed') === 'true';

const seesTools = (screen: Screen, { context }: Snapshot) => {
  expect(screen.getByRole('heading').textContent).toBe(context.chart);
  expect(screen.getByLabelText<HTMLInputElement>('Find a state or event').value).toBe(context.query);
  expect(isPressed(button(screen, context.form === 'picture' ? 'Chart' : 'Outline'))).toBe(true);
};

const seesChart = (screen: Screen, snapshot: Snapshot) => {
  const { form, chosen, query, drawn, match } = snapshot.context;
  seesTools(screen, snapshot);
  expect(screen.queryByRole('group', { name: `${form === 'picture' ? 'Chart' : 'Outline'} of gate` })).not.toBeNull();
  expect(isPressed(button(screen, form === 'picture' ? /^barred/ : 'barred'))).toBe(chosen === 'gate.barred');
  if (form === 'picture') {
    expect(button(screen, 'Expand all') !== null).toBe(drawn!.folded.length > 0);
    const marked = [...document.querySelectorAll<HTMLElement>('[data-revealed]')].map(
      ({ dataset }) => dataset['state'],
    );
    expect(marked).toEqual(
      snapshot.context.revealed.filter((id) => !drawn!.folded.includes('gate.open') || id === 'gate.closed'),
    );
    // The actor that is looked at is closed.
    expect(screen.getByRole('button', { name: /^closed/, current: true }).dataset['active']).toBe('true');
  } else {
    expect(screen.getByRole('list', { name: 'Transitions from closed' }).textContent).toContain(
      'gate.knocked [isPatient] → stays',
    );
  }
  if (query !== '') expect(screen.getByText(match ? '1 of 1' : '1 match')).toBeDefined();
  const isShown = match !== null && (form === 'outline' || !drawn!.folded.includes('gate.open'));
  expect(document.querySelectorAll('[data-match]')).toHaveLength(isShown ? 1 : 0);
};

const seesFollowing =
  (follows: boolean) =>
  (screen: Screen, { context }: Snapshot) => {
    const toggle = button(screen, 'Follow active state');
    // Words have no place to follow to.
    if (context.chart === null || context.form === 'outline') expect(toggle).toBeNull();
    else expect(isPressed(toggle)).toBe(follows);
  };

coverView(flowChartModel, {
  view: (flow) => <ChartPane flow={flow} value="closed" moved={{ seq: 1, keys: [] }} />,
  does: {
    'chart.shown': 'elsewhere',
    'folds.set': ({ folded }, screen) => clicked(button(screen, folded.length > 0 ? 'Collapse all' : 'Expand all')),
    'layout.retried': (_, screen) => clicked(button(screen, 'Try again')),
    'state.chosen': ({ id }, screen) => {
      const state = button(screen, /^barred/);
      return isPressed(state) === (id === null) ? clicked(state) : 'elsewhere';
    },
    'reveal.requested': 'elsewhere',
    'form.chosen': ({ form }, screen) => clicked(button(screen, form === 'picture' ? 'Chart' : 'Outline')),
    'zoom.set': ({ zoom }, screen) => clicked(button(screen, zoom === 'fit' ? 'Zoom to fit' : 'Readable size')),
    'query.changed': ({ query }, screen) => {
      const field = screen.queryByLabelText<HTMLInputElement>('Find a state or event');
      if (!field || field.value === query) return 'elsewhere';
      fireEvent.change(field, { target: { value: query } });
      return undefined;
    },
    'match.requested': (_, screen) => {
      const field = screen.queryByLabelText('Find a state or event');
      if (!field) return 'elsewhere';
      fireEvent.keyDown(field, { key: 'Enter' });
      return undefined;
    },
    'picture.moved': (_, screen) => {
      const picture = screen.queryByRole('group', { name: /^Chart of/ });
      if (!picture) return 'elsewhere';
      fireEvent.wheel(picture);
      return undefined;
    },
    'following.toggled': (_, screen) => clicked(button(screen, 'Follow active state')),
  },
  sees: {
    'picture.blank': (screen) => expect(screen.getByText('Not a state machine')).toBeDefined(),
    'picture.layingOut': (screen, snapshot) => {
      seesTools(screen, snapshot);
      if (!snapshot.context.drawn) expect(screen.getByRole('status', { name: 'Drawing the chart' })).toBeDefined();
    },
    'picture.drawn': (screen, snapshot) =>
      snapshot.context.chart === 'gate' ? seesChart(screen, snapshot) : seesTools(screen, snapshot),
    'picture.failed': (screen, snapshot) => {
      seesTools(screen, snapshot);
      expect(screen.getByText('Could not draw this chart')).toBeDefined();
    },
    'viewport.following': seesFollowing(true),
    'viewport.manual.temporary': seesFollowing(false),
    'viewport.manual.locked': seesFollowing(false),
  },
});
