import { secretMachine } from '../../machines/parts/secret/secret.machine.ts';

/** All that this screen decides itself is whether the service key shows. */
const flow = secretMachine;
export default flow;
