import { newOrganizationMachine } from '../../machines/organizations/newOrganization/newOrganization.machine.ts';
import { createOrganization } from '../parts/createOrganization.actor.ts';

export default newOrganizationMachine.provide({ actors: { createOrganization } });
