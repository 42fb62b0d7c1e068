import { projectBuildingMachine } from '../../machines/projects/projectBuilding/projectBuilding.machine.ts';

/** It reads through the cache and needs no service of its own. */
const flow = projectBuildingMachine;
export default flow;
