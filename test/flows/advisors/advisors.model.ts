import { advisorsMachine } from '../../../src/machines/advisors/advisors/advisors.machine.ts';
import { openTodos } from '../../fixtures/advisors.ts';
import { screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const advisorsModel: Model<typeof advisorsMachine> = {
  machine: advisorsMachine,
  input: (_, port) => ({ ...screenInput({ port }), params: { ref: 'abc' } }),
  events: {
    'ignored.recalled': [],
    'finding.ignored': [{ type: 'finding.ignored', finding: openTodos.id }],
    'finding.restored': [{ type: 'finding.restored', finding: openTodos.id }],
    'check.requested': [{ type: 'check.requested' }],
  },
  answers: {
    storage: [{ sends: { type: 'ignored.recalled', ignored: [openTodos.id] } }],
    search: [],
  },
  distinguish: ({ ignored }) => ignored.length,
  invariants: [
    {
      says: 'What the user ignores, or no longer ignores, is stored.',
      when: (_, { event }) => event?.type === 'finding.ignored' || event?.type === 'finding.restored',
      holds: ({ context: { ignored } }, { sent }) =>
        sent.some(({ event }) => event.type === 'ignored.changed' && event['ignored'] === ignored),
    },
  ],
};
