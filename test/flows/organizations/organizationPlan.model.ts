import { organizationPlanMachine } from '../../../src/machines/organizations/organizationPlan/organizationPlan.machine.ts';
import { acme, refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const organizationPlanModel: Model<typeof organizationPlanMachine> = {
  machine: organizationPlanMachine,
  input: (_, port) => screenInput({ port, params: { slug: acme.slug } }),
  events: {
    'plan.chosen': [{ type: 'plan.chosen', tier: 'tier_team' }],
    'action.confirmed': [{ type: 'action.confirmed' }],
    'action.cancelled': [{ type: 'action.cancelled' }],
  },
  answers: { change: [{ output: { ...acme, tier: 'tier_team' } }, { error: refusal }] },
  distinguish: ({ confirmFailure }) => confirmFailure !== null,
  invariants: [
    {
      says: 'No plan is changed before the user has seen what that gains or loses.',
      when: (_, { awaited }) => awaited.length > 0,
      holds: (snapshot, { before }) => snapshot.value === before?.value || before?.matches('confirming') === true,
    },
    {
      says: 'The organization is shown with its new plan, and read again in every tab.',
      when: (snapshot, { before }) => snapshot.matches('idle') && before?.matches('changing') === true,
      holds: (_, { sent }) =>
        ['resource.overwritten', 'resource.changed'].every((type) => sent.some(({ event }) => event.type === type)),
    },
  ],
};
