import { beforeEach, describe, expect, it } from 'vitest';
import { createActor, waitFor, type Actor } from 'xstate';
import type { ShapeSuggestions } from '../../../src/contract/tables/shapeSuggestions.ts';
import { tableSearchDebounceMs } from '../../../src/contract/tables/table.ts';
import { shapeSuggestionsMachine } from '../../../src/machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import { held } from '../../fixtures/held.ts';
import { refusal } from '../../fixtures/screen.ts';
import { coverChart } from '../../support/cover.ts';
import { SteppedClock } from '../../support/fakeWorld.ts';
import { harborSuggestions, shapeSuggestionsModel } from './shapeSuggestions.model.ts';

coverChart(shapeSuggestionsModel);

describe('what the forms of a table suggest', () => {
  let reading: ReturnType<typeof held<ShapeSuggestions, { ref: string; search: string }>>;
  let clock: SteppedClock;
  let flow: Actor<typeof shapeSuggestionsMachine>;
  const reaches = (state: 'ready' | 'failed') => waitFor(flow, (snapshot) => snapshot.matches(state));
  const seek = (search: string) => flow.send({ type: 'search.changed', search });

  beforeEach(() => {
    reading = held();
    clock = new SteppedClock();
    flow = createActor(shapeSuggestionsMachine.provide({ actors: { readSuggestions: reading.logic } }), {
      clock,
      input: { ref: 'abc' },
    }).start();
  });

  it('is read once the form is open, and again after a pause in typing', async () => {
    reading.last().answer(harborSuggestions);
    await reaches('ready');
    seek('b');
    clock.increment(tableSearchDebounceMs - 1);
    seek('bo');
    clock.increment(tableSearchDebounceMs - 1);
    expect(reading.calls).toHaveLength(1);
    clock.increment(1);
    expect(reading.calls.map(({ input }) => input)).toEqual([
      { ref: 'abc', search: '' },
      { ref: 'abc', search: 'bo' },
    ]);
    expect(flow.getSnapshot().context.suggestions).toEqual(harborSuggestions);
  });

  it('stays when a search fails, which can be tried again', async () => {
    reading.last().answer(harborSuggestions);
    await reaches('ready');
    seek('boats');
    clock.increment(tableSearchDebounceMs);
    reading.last().fail(refusal);
    await reaches('failed');
    expect(flow.getSnapshot().context).toMatchObject({ suggestions: harborSuggestions, failure: { code: 400 } });
    flow.send({ type: 'reading.retried' });
    expect(reading.last().input).toEqual({ ref: 'abc', search: 'boats' });
    expect(flow.getSnapshot().context.failure).toBeNull();
  });
});
