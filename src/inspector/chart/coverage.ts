/** Test coverage of one transition. */
interface TransitionCoverage {
  /** Steps of generated paths that take it. */
  steps: number;
  /** Scenarios in which a real actor takes it, as indexes into `ChartCoverage.scenarios`. */
  scenarios: readonly number[];
}

/** A message that a chart sends on its paths. */
export interface ChartMessage {
  /** Name of the child’s logic in the chart, `port` for the port in its input, `anyone` for an emitted fact. */
  to: string;
  /** Type of the event. */
  event: string;
}

/** Test coverage of a chart. Stored at the end of the chart's document; the tests check that it is current. */
export interface ChartCoverage {
  chart: string;
  /** Number of paths. */
  paths: number;
  /** Names of the chart's tests that are not generated paths. */
  scenarios: readonly string[];
  /** By `transitionKey`, every transition of the chart. One that no path takes carries its waiver in the drawing. */
  transitions: Readonly<Record<string, TransitionCoverage>>;
  /** Every kind of message that leaves the chart. */
  messages: readonly ChartMessage[];
}
