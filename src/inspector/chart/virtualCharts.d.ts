/** Made by `scripts/vite/charts.ts`. */
declare module 'virtual:charts' {
  /** Every chart of the project. `drawing` is a `Drawing`: a declaration of this kind can name no types of ours. */
  const charts: readonly { side: 'browser' | 'server'; file: string; drawing: unknown }[];
  export default charts;
}
