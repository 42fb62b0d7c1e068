import { assign, sendTo } from 'xstate';
import type { ChangePlan } from '../../../contract/organizations/changePlan.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import { tierName } from '../../../contract/organizations/plans.ts';
import {
  confirmActions,
  confirmBefore,
  onConfirmFailure,
  type ConfirmContext,
  type ConfirmEvent,
  type ConfirmTag,
} from '../../parts/confirm.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { resourceChanged, resourceOverwritten } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { successToast } from '../../parts/toasts.ts';
import { unprovided } from '../../parts/unprovided.ts';

type Tier = ChangePlan['tier'];

interface OrganizationPlanContext extends ConfirmContext, Pick<ScreenInput, 'port'> {
  slug: string;
  /** The plan that the user wants. */
  wanted: Tier | null;
}

type OrganizationPlanEvent = ConfirmEvent | { type: 'plan.chosen'; tier: Tier };

/** The request goes on where the user leaves the page meanwhile, and tells the port itself then. */
export type PlanRequest = Pick<OrganizationPlanContext, 'slug' | 'port'> & { tier: Tier };

interface Changed {
  organization: Organization;
}

export const organizationPlanMachine = flowSetup({
  types: {
    input: {} as ScreenInput<'organizationBilling'>,
    context: {} as OrganizationPlanContext,
    events: {} as OrganizationPlanEvent,
    tags: {} as ConfirmTag,
  },
  actors: { changePlan: unprovided<Organization, PlanRequest>('changePlan') },
  actions: {
    ...confirmActions<OrganizationPlanContext, OrganizationPlanEvent>(),
    keepWanted: assign((_, { tier }: { tier: Tier }) => ({ wanted: tier })),
    showOrganization: sendTo(
      ({ context }) => context.port,
      ({ context }, { organization }: Changed) =>
        resourceOverwritten('organization', { slug: context.slug }, organization),
    ),
    readAgain: sendTo(({ context }) => context.port, resourceChanged('organizations')),
    notifyOtherTabs: sendTo(
      ({ context }) => context.port,
      ({ context: { slug } }) => resourceChanged('organization', { slug }, { onlyElsewhere: true }),
    ),
    announceChange: sendTo(
      ({ context }) => context.port,
      (_, { organization: { name, tier } }: Changed) => successToast(`${name} is on the ${tierName(tier)} plan`),
    ),
  },
}).createMachine({
  id: 'organizationPlan',
  description: 'Changes the plan of an organization, after the user has seen what that gains or loses.',
  context: ({ input: { port, params } }) => ({ port, slug: params.slug, wanted: null, confirmFailure: null }),
  initial: 'idle',
  states: {
    idle: {
      on: {
        'plan.chosen': { target: 'confirming', actions: { type: 'keepWanted', params: ({ event }) => event } },
      },
    },
    confirming: confirmBefore('changing', 'idle'),
    changing: {
      tags: 'confirmed',
      invoke: {
        id: 'change',
        src: 'changePlan',
        // Only `plan.chosen` leads here, which names one.
        input: ({ context }) => ({ slug: context.slug, tier: context.wanted!, port: context.port }),
        onDone: {
          target: 'idle',
          actions: [
            { type: 'showOrganization', params: ({ event }) => ({ organization: event.output }) },
            'readAgain',
            'notifyOtherTabs',
            { type: 'announceChange', params: ({ event }) => ({ organization: event.output }) },
          ],
        },
        onError: onConfirmFailure('confirming'),
      },
    },
  },
});
