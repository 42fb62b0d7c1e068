/** The only file that imports the graph functions. */
export { getShortestPaths } from '@xstate/graph';
