import { fromPromise } from 'xstate';
import { createOrganization } from '../../services/organizations.ts';
import { newOrganizationMachine } from '../newOrganization/newOrganization.machine.ts';

export default newOrganizationMachine.provide({
  actors: { createOrganization: fromPromise(({ input, signal }) => createOrganization(input, signal)) },
});
