import { sendTo } from 'xstate';
import { runsOwnPlatform } from '../../../contract/common/runtimeConfig.ts';
import {
  createOrganizationSchema,
  type CreateOrganization,
} from '../../../contract/organizations/createOrganization.ts';
import type { Organization } from '../../../contract/organizations/organization.ts';
import { shellTiming } from '../../../contract/shell/shellTiming.ts';
import { href } from '../../../router/href.ts';
import { onFailure } from '../../parts/failure.ts';
import { flowSetup } from '../../parts/flowSetup.ts';
import { formOf, incomplete, keepChange, type FormContext, type FormEvent } from '../../parts/form.ts';
import { resourceAppended, resourceChanged } from '../../parts/resourceCommands.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { addressOf, organizationOf, valuesIn, type OrganizationValues } from './organizationValues.ts';

type NewOrganizationContext = FormContext<OrganizationValues, keyof CreateOrganization> &
  Pick<ScreenInput, 'port' | 'query' | 'config'>;
type NewOrganizationEvent = FormEvent<OrganizationValues>;

const form = formOf({
  schema: createOrganizationSchema,
  request: ({ values }: NewOrganizationContext) => organizationOf(values),
});

export const newOrganizationMachine = flowSetup({
  types: {
    input: {} as ScreenInput,
    context: {} as NewOrganizationContext,
    events: {} as NewOrganizationEvent,
    tags: {} as 'busy',
  },
  actors: { createOrganization: unprovided<Organization, CreateOrganization>('createOrganization') },
  delays: { mirroring: shellTiming.addressMirrorMs },
  guards: { isComplete: form.isComplete },
  actions: {
    ...form.actions<NewOrganizationEvent>(),
    mirrorInAddress: sendTo(
      ({ context }) => context.port,
      ({ context }) => ({
        type: 'navigation.requested',
        to: addressOf(context.values, context.query),
        replace: true,
      }),
    ),
    addToList: sendTo(
      ({ context }) => context.port,
      (_, { organization }: { organization: Organization }) => resourceAppended('organizations', {}, organization),
    ),
    refreshLists: sendTo(({ context }) => context.port, resourceChanged(['organizations', 'permissions'])),
    goToNewProject: sendTo(
      ({ context }) => context.port,
      (_, { organization }: { organization: Organization }) => ({
        type: 'navigation.requested' as const,
        to: href('newProject', { slug: organization.slug }),
      }),
    ),
  },
}).createMachine({
  id: 'newOrganization',
  description:
    'Creates an organization. The address holds the form’s values, so that they survive a reload and can be linked to.',
  context: ({ input: { port, query, config } }) => ({
    port,
    query,
    config,
    // Where nothing has a price, the form has no cap on what is spent.
    values: { ...valuesIn(query), ...(runsOwnPlatform(config) && { spendCap: true }) },
    fieldErrors: {},
    failure: null,
  }),
  initial: 'editing',
  states: {
    editing: {
      initial: 'mirrored',
      on: {
        'field.changed': {
          target: '.unmirrored',
          actions: keepChange,
        },
        'form.submitted': [
          {
            guard: 'isComplete',
            target: 'creating',
            actions: ['clearFailure', 'mirrorInAddress'],
            description: 'The address keeps the submitted values in case no response arrives.',
          },
          incomplete,
        ],
      },
      states: {
        mirrored: {},
        unmirrored: {
          after: {
            mirroring: {
              target: 'mirrored',
              actions: 'mirrorInAddress',
              description: 'Browsers throttle pages that change the address with every keystroke.',
            },
          },
        },
      },
    },
    creating: {
      tags: 'busy',
      invoke: {
        id: 'organization',
        src: 'createOrganization',
        input: ({ context }) => organizationOf(context.values),
        onDone: {
          target: 'created',
          actions: [
            { type: 'addToList', params: ({ event }) => ({ organization: event.output }) },
            'refreshLists',
            { type: 'goToNewProject', params: ({ event }) => ({ organization: event.output }) },
          ],
        },
        onError: onFailure('editing', 'The typed values stay.'),
      },
    },
    created: { tags: 'busy', description: 'Redirects to the form for the organization’s first project.' },
  },
});
