import type { ShapeSuggestions } from '../../../src/contract/tables/shapeSuggestions.ts';
import { shapeSuggestionsMachine } from '../../../src/machines/tables/shapeSuggestions/shapeSuggestions.machine.ts';
import { refusal } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

const key = (...names: readonly string[]) => names.map((name) => ({ name, type: 'integer' }));

/** A table whose keys have one and two columns, and one that no single column identifies. */
export const harborSuggestions: ShapeSuggestions = {
  types: ['mood'],
  tables: [{ id: 8, schema: 'harbor', name: 'piers' }],
  targets: [
    { schema: 'public', table: 'boats', keys: [key('id'), key('code'), key('place', 'number')] },
    { schema: 'public', table: 'crews', keys: [key('boat', 'person')] },
    { schema: 'public', table: 'zebras', keys: [key('id'), key('stripes')] },
  ],
};

export const shapeSuggestionsModel: Model<typeof shapeSuggestionsMachine> = {
  machine: shapeSuggestionsMachine,
  input: () => ({ ref: 'abc' }),
  events: {
    'search.changed': [{ type: 'search.changed', search: 'boa' }],
    'reading.retried': [{ type: 'reading.retried' }],
  },
  answers: { suggestions: [{ output: harborSuggestions }, { error: refusal }] },
  distinguish: ({ search, suggestions }) => [search, suggestions === null],
  invariants: [
    {
      says: 'What was found before is never taken away.',
      when: (_, { before }) => before?.context.suggestions != null,
      holds: ({ context: { suggestions } }) => suggestions !== null,
    },
  ],
};
