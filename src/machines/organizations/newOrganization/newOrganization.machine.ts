import { assign, setup } from 'xstate';
import { failureOf, type Failure } from '../../../contract/common/apiError.ts';
import {
  hasFieldErrors,
  fieldErrorsOf,
  withoutFieldError,
  type FieldErrors,
} from '../../../contract/common/fieldErrors.ts';
import { timing } from '../../../contract/common/timing.ts';
import {
  createOrganizationSchema,
  type CreateOrganization,
  type Organization,
} from '../../../contract/organizations/organization.ts';
import { href } from '../../../router/href.ts';
import { bounded } from '../../parts/bounded.ts';
import type { ScreenInput } from '../../parts/screen.input.ts';
import { unprovided } from '../../parts/unprovided.ts';
import { addressOf, organizationOf, valuesIn, type OrganizationValues } from './organizationValues.ts';

export type OrganizationChange = {
  [Field in keyof OrganizationValues]: { field: Field; value: OrganizationValues[Field] };
}[keyof OrganizationValues];

export const newOrganizationMachine = setup({
  types: {
    input: {} as ScreenInput,
    context: {} as Pick<ScreenInput, 'parent' | 'query' | 'config'> & {
      values: OrganizationValues;
      fieldErrors: FieldErrors<keyof CreateOrganization>;
      /** Why the last attempt was refused. */
      failure: Failure | null;
    },
    events: {} as ({ type: 'field.changed' } & OrganizationChange) | { type: 'form.submitted' },
    tags: {} as 'busy',
    transitionMeta: {} as { waiver?: string },
  },
  actors: { createOrganization: unprovided<Organization, CreateOrganization>('createOrganization') },
  delays: { mirroring: timing.addressMirrorMs },
  guards: {
    isComplete: ({ context }) =>
      !hasFieldErrors(fieldErrorsOf(createOrganizationSchema, organizationOf(context.values))),
  },
  actions: {
    keepValue: assign(({ context }, { field, value }: OrganizationChange) => ({
      values: { ...context.values, [field]: value },
      fieldErrors: field === 'name' ? withoutFieldError(context.fieldErrors, 'name') : context.fieldErrors,
    })),
    keepFieldErrors: assign({
      fieldErrors: ({ context }) => fieldErrorsOf(createOrganizationSchema, organizationOf(context.values)),
      failure: null,
    }),
    clearFailure: assign({ fieldErrors: {}, failure: null }),
    keepFailure: assign((_, { error }: { error: unknown }) => ({ failure: failureOf(error) })),
    mirrorInAddress: ({ context }) =>
      context.parent.send({
        type: 'navigation.requested',
        to: addressOf(context.values, context.query),
        replace: true,
      }),
    announce: ({ context }, { organization }: { organization: Organization }) => {
      context.parent.send({
        type: 'resource.appended',
        ref: { name: 'organizations', params: {} },
        entry: organization,
      });
      context.parent.send({ type: 'resource.invalidated', names: ['organizations', 'permissions'] });
      context.parent.send({ type: 'resource.changed', names: ['organizations', 'permissions'] });
      context.parent.send({ type: 'navigation.requested', to: href('newProject', { slug: organization.slug }) });
    },
  },
}).createMachine({
  id: 'newOrganization',
  description:
    'Making an organization. What is chosen stands in the address too, so that it survives a reload and can be linked to.',
  options: bounded,
  context: ({ input: { parent, query, config } }) => ({
    parent,
    query,
    config,
    values: valuesIn(query),
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
          reenter: true,
          actions: { type: 'keepValue', params: ({ event }) => event },
        },
        'form.submitted': [
          {
            guard: 'isComplete',
            target: 'creating',
            actions: ['clearFailure', 'mirrorInAddress'],
            description: 'The address has what was sent, should the answer never come.',
          },
          { actions: 'keepFieldErrors', description: 'Nothing is sent that cannot be right.' },
        ],
      },
      states: {
        mirrored: {},
        unmirrored: {
          after: {
            mirroring: {
              target: 'mirrored',
              actions: 'mirrorInAddress',
              description: 'Browsers refuse an address that changes with every key.',
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
          actions: { type: 'announce', params: ({ event }) => ({ organization: event.output }) },
        },
        onError: {
          target: 'editing',
          actions: { type: 'keepFailure', params: ({ event }) => ({ error: event.error }) },
          description: 'What was typed stays.',
        },
      },
    },
    created: { tags: 'busy', description: 'On the way to the first project of the new organization.' },
  },
});
