import { fromPromise } from 'xstate';
import { createOrganization } from '../../services/organizations/organizations.ts';
import { newOrganizationMachine } from '../../machines/organizations/newOrganization/newOrganization.machine.ts';

export default newOrganizationMachine.provide({
  actors: { createOrganization: fromPromise(({ input, signal }) => createOrganization(input, signal)) },
});
