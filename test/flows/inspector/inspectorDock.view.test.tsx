import { fireEvent } from '@testing-library/react';
import { expect } from 'vitest';
import { createActor, type SnapshotFrom } from 'xstate';
import type { inspectorDockMachine } from '../../../src/machines/inspector/inspectorDock/inspectorDock.machine.ts';
import { inspectorPublisherMachine } from '../../../src/machines/inspector/inspectorPublisher/inspectorPublisher.machine.ts';
import Dock from '../../../src/views/inspector/DockPanel.tsx';
import { coverView } from '../../support/coverView.ts';
import type { Screen } from '../../support/viewDriver.tsx';
import { view } from './inspector.model.ts';
import { inspectorDockModel } from './inspectorDock.model.ts';

/** Nobody is told of anything here. */
const publisher = createActor(inspectorPublisherMachine);

const panel = (screen: Screen) => screen.queryByRole('region', { name: 'Flow inspector' });

const seesNone = (screen: Screen) => {
  expect(panel(screen)).toBeNull();
  expect(document.documentElement.style.cssText).not.toContain('--dock');
  expect(document.documentElement.dataset['dock']).toBeUndefined();
};

function clicked(element: HTMLElement | null): void | 'elsewhere' {
  if (!element) return 'elsewhere';
  fireEvent.click(element);
  return undefined;
}

coverView(inspectorDockModel, {
  view: (dock) => (
    <>
      <div id="root">
        <main data-covered />
      </div>
      <input aria-label="Field of a dialog" />
      <Dock dock={dock} source={view.source} publisher={publisher} />
    </>
  ),
  does: {
    'position.loaded': 'elsewhere',
    'layout.changed': 'elsewhere',
    'dock.reopened': 'elsewhere',
    'dock.toggled': (_, screen) => clicked(screen.queryByRole('button', { name: 'Close the inspector' })),
    'dock.moved': ({ side }, screen) =>
      clicked(screen.queryByRole('button', { name: side === 'right' ? 'Move to the right' : 'Move to the bottom' })),
    'dock.resized': ({ share }, screen) => {
      const edge = screen.queryByRole('separator', { name: 'Resize flow inspector' });
      // From its first size, one step of an arrow.
      if (edge?.getAttribute('aria-valuenow') !== String((share - 0.05) * 100)) return 'elsewhere';
      fireEvent.keyDown(edge, {
        key: edge.getAttribute('aria-orientation') === 'horizontal' ? 'ArrowUp' : 'ArrowLeft',
      });
      return undefined;
    },
    'dock.maximized': (_, screen) => clicked(screen.queryByRole('button', { name: 'Maximize panel' })),
    'dock.restored': (_, screen) => {
      if (!screen.queryByRole('button', { name: 'Restore panel' })) return 'elsewhere';
      // A dialog that opens takes the focus.
      screen.getByRole('textbox', { name: 'Field of a dialog' }).focus();
      return undefined;
    },
    'page.entered': 'elsewhere',
    'page.left': 'elsewhere',
  },
  sees: {
    unused: seesNone,
    'used.docked.maximized': (screen) => {
      expect(panel(screen)).not.toBeNull();
      expect(screen.queryByRole('separator', { name: 'Resize flow inspector' })).toBeNull();
      expect(screen.getByRole('button', { name: 'Restore panel' })).toBeDefined();
      // What the panel covers cannot take the focus.
      expect(document.querySelector('[data-covered]')?.closest('[inert]')).not.toBeNull();
    },
    'used.docked.beside': (screen, { context }: SnapshotFrom<typeof inspectorDockMachine>) => {
      expect(document.querySelector('[inert]')).toBeNull();
      const side = context.narrow ? 'bottom' : context.position.side;
      expect(panel(screen)?.dataset['side']).toBe(side);
      expect(document.documentElement.dataset['dock']).toBe(side);
      expect(screen.queryByRole('button', { name: /^Move to the/ }) === null).toBe(context.narrow);
      expect(
        document.documentElement.style.getPropertyValue(side === 'bottom' ? '--dock-height' : '--dock-width'),
      ).toContain(String(context.position.share * 100));
    },
    'used.hidden': seesNone,
    'used.onPage': seesNone,
    broken: seesNone,
  },
});
