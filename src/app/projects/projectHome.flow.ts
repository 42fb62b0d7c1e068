import { disclosureMachine } from '../../machines/parts/disclosure/disclosure.machine.ts';

/** All that this screen decides itself is whether the service key shows. */
const flow = disclosureMachine;
export default flow;
