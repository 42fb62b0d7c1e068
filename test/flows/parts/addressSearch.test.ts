import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { shellTiming } from '../../../src/contract/shell/shellTiming.ts';
import { addressSearchMachine } from '../../../src/machines/parts/addressSearch/addressSearch.machine.ts';
import { selectTyped } from '../../../src/machines/parts/addressSearch/addressSearch.selectors.ts';
import { held } from '../../fixtures/held.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { addressSearchModel } from './addressSearch.model.ts';

coverChart(addressSearchModel);

function searched() {
  const clock = new SteppedClock();
  const address = held<void, { text: string }>();
  const search = createActor(addressSearchMachine.provide({ actors: { writeSearch: address.logic } }), {
    clock,
  }).start();
  const type = (text: string) => search.send({ type: 'text.typed', text });
  const typed = () => selectTyped(search.getSnapshot());
  const written = () => address.calls.map(({ input }) => input.text);
  return { clock, address, search, type, typed, written };
}

describe('a search that stands in the address', () => {
  it('counts at once, and is written when typing pauses', () => {
    const { clock, type, typed, written } = searched();
    for (const text of ['o', 'or', 'ord']) {
      type(text);
      expect(typed()).toBe(text);
      clock.increment(shellTiming.addressMirrorMs - 1);
    }
    expect(written()).toEqual([]);
    clock.increment(1);
    expect(written()).toEqual(['ord']);
  });

  it('is the address’s again once that has it', async () => {
    const { clock, address, type, typed } = searched();
    type('ord');
    clock.increment(shellTiming.addressMirrorMs);
    expect(typed()).toBe('ord');
    address.last().answer();
    await vi.waitFor(() => expect(typed()).toBeNull(), { interval: 1 });
  });

  it('is written before its field is left for a result', () => {
    const { search, type, written } = searched();
    type('ord');
    search.send({ type: 'text.finished' });
    expect(written()).toEqual(['ord']);
  });

  it('loses nothing that is typed while it is written', async () => {
    const { clock, address, type, typed, written } = searched();
    type('ord');
    clock.increment(shellTiming.addressMirrorMs);
    type('orders');
    expect(address.last().signal.aborted).toBe(true);
    expect(typed()).toBe('orders');
    clock.increment(shellTiming.addressMirrorMs);
    expect(written()).toEqual(['ord', 'orders']);
  });

  it('counts and is tried again where the browser refuses', async () => {
    const { clock, address, type, typed, written } = searched();
    type('ord');
    clock.increment(shellTiming.addressMirrorMs);
    address
      .last()
      .fail(
        new DOMException('Attempt to use history.replaceState() more than 100 times per 30 seconds', 'SecurityError'),
      );
    await vi.waitFor(
      () => {
        clock.increment(shellTiming.addressMirrorMs);
        expect(written()).toEqual(['ord', 'ord']);
      },
      { interval: 1 },
    );
    expect(typed()).toBe('ord');
  });

  it('ends with what changes the address in another way', () => {
    const { clock, search, type, typed, written } = searched();
    type('ord');
    search.send({ type: 'text.dropped' });
    clock.increment(60_000);
    expect([typed(), written()]).toEqual([null, []]);
  });
});
