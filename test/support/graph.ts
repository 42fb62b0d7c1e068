/** The only file that knows where the graph functions come from. */
export { getShortestPaths } from '@xstate/graph';
