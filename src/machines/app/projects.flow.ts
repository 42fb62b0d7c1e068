import { projectListMachine } from '../projectList/projectList.machine.ts';

/** It reads through the cache and needs no service of its own. */
const flow = projectListMachine;
export default flow;
