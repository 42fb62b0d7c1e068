import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { DockPosition } from '../../../src/contract/inspector/inspector.ts';
import { inspectorMachine } from '../../../src/machines/inspector/inspector/inspector.machine.ts';
import {
  inspectorDockMachine,
  type DockChanged,
  type DockReport,
} from '../../../src/machines/inspector/inspectorDock/inspectorDock.machine.ts';
import {
  selectInspector,
  selectIsAsked,
  selectIsDocked,
  selectIsMaximized,
  selectPosition,
  selectSide,
} from '../../../src/machines/inspector/inspectorDock/inspectorDock.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { inspectorDockModel } from './inspectorDock.model.ts';

coverChart(inspectorDockModel);

function docked(stored: DockPosition | null = null, wasOpen = false) {
  const kept: DockPosition[] = [];
  let open: boolean | null = null;
  let press = () => {};
  let pulses = 0;
  const dock = createActor(
    inspectorDockMachine.provide({
      actors: {
        inspector: inspectorMachine.provide({
          actors: {
            pulse: fromCallback(() => {
              pulses += 1;
              return () => {
                pulses -= 1;
              };
            }),
          },
        }),
        page: fromCallback<DockChanged, undefined>(({ sendBack, receive }) => {
          const report = (fact: DockReport) => sendBack(fact);
          receive((news) => {
            if (news.type === 'position.chosen') kept.push(news.position);
            else open = news.open;
          });
          if (stored) report({ type: 'position.loaded', position: stored });
          if (wasOpen) report({ type: 'dock.reopened' });
          press = () => report({ type: 'dock.toggled' });
        }),
      },
    }),
    { input: { session: 'x:0', chart: 'app' } },
  ).start();
  return { dock, kept, press: () => press(), pulses: () => pulses, open: () => open };
}

describe('the inspector’s panel', () => {
  it('opens and closes by its key', () => {
    const { dock, press } = docked();
    expect(selectIsDocked(dock.getSnapshot())).toBe(false);
    press();
    expect(selectIsDocked(dock.getSnapshot())).toBe(true);
    press();
    expect(selectIsDocked(dock.getSnapshot())).toBe(false);
  });

  it('remembers what was looked at while it is closed, and looks at nothing then', () => {
    const { dock, press, pulses } = docked();
    press();
    const inspector = selectInspector(dock.getSnapshot());
    press();
    expect(pulses()).toBe(0);
    press();
    expect(selectInspector(dock.getSnapshot())).toBe(inspector);
    expect(pulses()).toBe(1);
  });

  it('stands where it stood at the last visit, and is kept where it is put', () => {
    const { dock, kept } = docked({ side: 'right', share: 0.3 });
    expect(selectPosition(dock.getSnapshot())).toEqual({ side: 'right', share: 0.3 });
    dock.send({ type: 'dock.moved', side: 'bottom' });
    dock.send({ type: 'dock.resized', share: 0.6 });
    expect(kept.at(-1)).toEqual({ side: 'bottom', share: 0.6 });
  });

  it('is open again when the page is loaded anew, without taking the keyboard', () => {
    const first = docked();
    first.press();
    expect(first.open()).toBe(true);
    expect(selectIsAsked(first.dock.getSnapshot())).toBe(true);
    const again = docked(null, true);
    expect(selectIsDocked(again.dock.getSnapshot())).toBe(true);
    expect(selectIsAsked(again.dock.getSnapshot())).toBe(false);
    again.press();
    expect(again.open()).toBe(false);
  });

  it('is at the bottom of a window that has no room beside the page, and returns to its side with the room', () => {
    const { dock } = docked({ side: 'right', share: 0.3 });
    dock.send({ type: 'layout.changed', narrow: true });
    expect(selectSide(dock.getSnapshot())).toBe('bottom');
    dock.send({ type: 'layout.changed', narrow: false });
    expect(selectSide(dock.getSnapshot())).toBe('right');
  });

  it('covers the page on request, and stands beside it again afterwards and when it is next opened', () => {
    const { dock, press, kept } = docked({ side: 'right', share: 0.3 });
    press();
    dock.send({ type: 'dock.maximized' });
    expect(selectIsMaximized(dock.getSnapshot())).toBe(true);
    expect(selectIsDocked(dock.getSnapshot())).toBe(true);
    dock.send({ type: 'dock.restored' });
    expect(selectIsMaximized(dock.getSnapshot())).toBe(false);
    dock.send({ type: 'dock.maximized' });
    press();
    press();
    expect(selectIsMaximized(dock.getSnapshot())).toBe(false);
    expect(selectPosition(dock.getSnapshot())).toEqual({ side: 'right', share: 0.3 });
    expect(kept).toEqual([]);
  });

  it('is not shown beside the inspector’s own page', () => {
    const { dock, press } = docked();
    dock.send({ type: 'page.entered' });
    press();
    expect(selectIsDocked(dock.getSnapshot())).toBe(false);
    dock.send({ type: 'page.left' });
    press();
    expect(selectIsDocked(dock.getSnapshot())).toBe(true);
  });

  it('closes when the inspector’s own page opens, and stays closed afterwards', () => {
    const { dock, press, pulses } = docked();
    press();
    dock.send({ type: 'page.entered' });
    expect(selectIsDocked(dock.getSnapshot())).toBe(false);
    expect(pulses()).toBe(1);
    dock.send({ type: 'page.left' });
    expect(selectIsDocked(dock.getSnapshot())).toBe(false);
    expect(pulses()).toBe(0);
  });
});
