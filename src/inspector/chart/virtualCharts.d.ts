/** Made by `scripts/vite/charts.ts`. */
declare module 'virtual:charts' {
  /** Every chart of the project. `drawing` is a `Drawing`: a declaration of this kind can name no types of ours. */
  const charts: readonly { side: 'browser' | 'server'; file: string; drawing: unknown }[];
  export default charts;
}

/** Made by `scripts/vite/charts.ts`. */
declare module 'virtual:coverage' {
  /** By chart, what its document says its tests take: a `ChartCoverage`. */
  const maps: Readonly<Record<string, unknown>>;
  export default maps;
}
