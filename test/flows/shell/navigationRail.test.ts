import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, fromCallback, type Actor } from 'xstate';
import {
  navigationRailMachine,
  type PinChosen,
  type RailEvent,
  type RailReport,
} from '../../../src/machines/shell/navigationRail/navigationRail.machine.ts';
import {
  selectIsExpanded,
  selectIsNarrow,
  selectIsPinned,
  selectIsSheetOpen,
} from '../../../src/machines/shell/navigationRail/navigationRail.selectors.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { navigationRailModel } from './navigationRail.model.ts';

coverChart(navigationRailModel);

const hoverIntentMs = 300;

describe('the navigation rail', () => {
  let clock: SteppedClock;
  let stored: boolean[];
  let tell: (report: RailReport) => void;
  let rail: Actor<typeof navigationRailMachine>;

  const start = (pinned = false) => {
    rail = createActor(
      navigationRailMachine.provide({
        actors: {
          page: fromCallback<RailReport | PinChosen, undefined>(({ sendBack, receive }) => {
            receive((event) => {
              if (event.type === 'pin.chosen') stored.push(event.pinned);
            });
            tell = sendBack;
            tell({ type: 'pin.loaded', pinned });
            tell({ type: 'layout.changed', narrow: false });
          }),
        },
      }),
      { clock },
    ).start();
  };
  const send = (...events: RailEvent['type'][]) => {
    for (const type of events) rail.send({ type } as RailEvent);
  };
  const hover = () => {
    send('pointer.entered');
    clock.increment(hoverIntentMs);
  };
  const expanded = () => selectIsExpanded(rail.getSnapshot());

  beforeEach(() => {
    clock = new SteppedClock();
    stored = [];
    start();
  });

  it('expands on hover', () => {
    hover();
    expect(expanded()).toBe(true);
    send('pointer.left');
    expect(expanded()).toBe(false);
  });

  it('does not expand for a pointer that only passes', () => {
    send('pointer.entered');
    clock.increment(hoverIntentMs - 1);
    send('pointer.left');
    clock.increment(hoverIntentMs);
    expect(expanded()).toBe(false);
  });

  it('expands by key, and as long as it has the focus', () => {
    send('focus.entered');
    expect(expanded()).toBe(true);
    send('pointer.entered', 'pointer.left');
    expect(expanded()).toBe(true);
    send('focus.left');
    expect(expanded()).toBe(false);
  });

  it('once closed by the user, ignores hover-opens until the pointer has left it', () => {
    hover();
    send('rail.closed');
    expect(expanded()).toBe(false);
    hover();
    expect(expanded()).toBe(false);
    send('pointer.left');
    hover();
    expect(expanded()).toBe(true);
  });

  it('does not open over the page that a click on an icon opens', () => {
    send('pointer.entered', 'rail.closed');
    clock.increment(hoverIntentMs);
    expect(expanded()).toBe(false);
  });

  it('once closed by key, stays closed while the focus goes on inside it, and opens for the next focus', () => {
    send('focus.entered', 'rail.closed', 'focus.entered');
    expect(expanded()).toBe(false);
    send('focus.left', 'focus.entered');
    expect(expanded()).toBe(true);
  });

  it('stays closed as well where it was closed by key under the pointer', () => {
    hover();
    send('focus.entered', 'rail.closed', 'focus.entered');
    expect(expanded()).toBe(false);
    send('pointer.left', 'focus.entered');
    expect(expanded()).toBe(false);
    send('focus.left', 'focus.entered');
    expect(expanded()).toBe(true);
  });

  it('opens for a pointer that comes after it was closed by key', () => {
    send('focus.entered', 'rail.closed');
    hover();
    expect(expanded()).toBe(true);
  });

  it('stays closed when it is unpinned by key, whose focus is on the pin', () => {
    rail.send({ type: 'pin.toggled', underPointer: false });
    rail.send({ type: 'pin.toggled', underPointer: false });
    send('focus.entered');
    expect(expanded()).toBe(false);
  });

  it('can be pinned, and then stays whatever the pointer does', () => {
    hover();
    rail.send({ type: 'pin.toggled', underPointer: true });
    send('pointer.left');
    expect(selectIsPinned(rail.getSnapshot())).toBe(true);
    expect(expanded()).toBe(true);
  });

  it('closes when it is unpinned, although the pointer is still on it', () => {
    rail.send({ type: 'pin.toggled', underPointer: true });
    rail.send({ type: 'pin.toggled', underPointer: true });
    hover();
    expect(expanded()).toBe(false);
  });

  it('remembers for the next visit whether it is pinned', () => {
    rail.send({ type: 'pin.toggled', underPointer: false });
    rail.send({ type: 'pin.toggled', underPointer: false });
    expect(stored).toEqual([true, false]);
    start(true);
    expect(expanded()).toBe(true);
  });

  it('is a sheet on a narrow screen, which closes when a place was chosen', () => {
    tell({ type: 'layout.changed', narrow: true });
    expect(selectIsNarrow(rail.getSnapshot())).toBe(true);
    expect(selectIsSheetOpen(rail.getSnapshot())).toBe(false);
    send('sheet.opened');
    expect(selectIsSheetOpen(rail.getSnapshot())).toBe(true);
    send('route.changed');
    expect(selectIsSheetOpen(rail.getSnapshot())).toBe(false);
  });

  it('is as it was when the screen is wide again', () => {
    rail.send({ type: 'pin.toggled', underPointer: false });
    tell({ type: 'layout.changed', narrow: true });
    tell({ type: 'layout.changed', narrow: false });
    expect(selectIsPinned(rail.getSnapshot())).toBe(true);
  });
});
