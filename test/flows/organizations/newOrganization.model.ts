import { hasFieldErrors, fieldErrorsOf } from '../../../src/contract/common/fieldErrors.ts';
import {
  createOrganizationSchema,
  type CreateOrganization,
} from '../../../src/contract/organizations/createOrganization.ts';
import { newOrganizationMachine } from '../../../src/machines/organizations/newOrganization/newOrganization.machine.ts';
import { organizationOf } from '../../../src/machines/organizations/newOrganization/organizationValues.ts';
import { acme, refusal, screenInput } from '../../fixtures/screen.ts';
import type { Model } from '../../support/paths.ts';

export const newOrganizationModel: Model<typeof newOrganizationMachine> = {
  machine: newOrganizationMachine,
  input: (_, port) => screenInput({ port }),
  events: {
    'field.changed': [
      { type: 'field.changed', field: 'name', value: 'Acme' },
      { type: 'field.changed', field: 'name', value: ' ' },
      { type: 'field.changed', field: 'kind', value: 'COMPANY' },
      { type: 'field.changed', field: 'plan', value: 'pro' },
    ],
    'form.submitted': [{ type: 'form.submitted' }],
  },
  answers: { organization: [{ output: acme }, { error: refusal }] },
  distinguish: ({ values }) => hasFieldErrors(fieldErrorsOf(createOrganizationSchema, organizationOf(values))),
  invariants: [
    {
      says: 'Nothing is sent that the platform’s own rules refuse.',
      when: (snapshot) => snapshot.matches('creating'),
      holds: (_, { given }) =>
        !hasFieldErrors(fieldErrorsOf(createOrganizationSchema, given('organization') as CreateOrganization)),
    },
    {
      says: 'What was typed stays, whatever the platform answers.',
      when: (_, { before }) => before?.matches('creating') === true,
      holds: ({ context }, { before }) => context.values === before?.context.values,
    },
  ],
};
