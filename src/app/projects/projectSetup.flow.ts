import { projectSetupMachine } from '../../machines/projects/projectSetup/projectSetup.machine.ts';

/** It reads through the cache and needs no service. */
const flow = projectSetupMachine;
export default flow;
