import { assign } from 'xstate';
import type { ShapeSuggestions } from '../../../contract/tables/shapeSuggestions.ts';
import { tableSearchDebounceMs } from '../../../contract/tables/table.ts';
import { clearFailure, keepFailure, onFailure, type FailureContext } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { unprovided } from '../../parts/unprovided.ts';

interface ShapeSuggestionsInput {
  ref: string;
  /** What a name of a table is to have; empty for the first ones, as without it. */
  search?: string;
}

interface ShapeSuggestionsContext extends Required<ShapeSuggestionsInput>, FailureContext {
  /** Null until they are read. */
  suggestions: ShapeSuggestions | null;
}

type ShapeSuggestionsEvent = { type: 'search.changed'; search: string } | { type: 'reading.retried' };

export const shapeSuggestionsMachine = flowSetup({
  types: {
    input: {} as ShapeSuggestionsInput,
    context: {} as ShapeSuggestionsContext,
    events: {} as ShapeSuggestionsEvent,
  },
  actors: {
    readSuggestions: unprovided<ShapeSuggestions, Required<ShapeSuggestionsInput>>('readSuggestions'),
  },
  delays: { debounce: tableSearchDebounceMs },
  actions: {
    keepFailure: keepFailure<ShapeSuggestionsContext, ShapeSuggestionsEvent>(),
    clearFailure: clearFailure<ShapeSuggestionsContext, ShapeSuggestionsEvent>(),
    keepSearch: assign((_, { search }: { search: string }) => ({ search })),
    keepSuggestions: assign((_, { suggestions }: { suggestions: ShapeSuggestions }) => ({ suggestions })),
  },
}).createMachine({
  id: 'shapeSuggestions',
  description:
    'What the forms of a table suggest: types of the database, tables with the keys that a foreign key can point to, and tables that take rows.',
  context: ({ input }) => ({ search: '', ...input, suggestions: null, failure: null }),
  initial: 'reading',
  on: {
    'search.changed': {
      target: '.debouncing',
      actions: { type: 'keepSearch', params: ({ event }) => event },
    },
  },
  states: {
    reading: {
      entry: 'clearFailure',
      description: 'What was found before stays until the answer comes.',
      invoke: {
        id: 'suggestions',
        src: 'readSuggestions',
        input: ({ context: { ref, search } }) => ({ ref, search }),
        onDone: {
          target: 'ready',
          actions: { type: 'keepSuggestions', params: ({ event }) => ({ suggestions: event.output }) },
        },
        onError: onFailure('failed'),
      },
    },
    ready: {},
    failed: { on: { 'reading.retried': { target: 'reading' } } },
    debouncing: { after: { debounce: { target: 'reading' } } },
  },
});
