import { fromPromise } from 'xstate';
import { newOrganizationMachine } from '../../machines/organizations/newOrganization/newOrganization.machine.ts';
import { createOrganization } from '../../services/organizations/organizations.ts';

export default newOrganizationMachine.provide({
  actors: { createOrganization: fromPromise(({ input, signal }) => createOrganization(input, signal)) },
});
