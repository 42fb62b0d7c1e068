/** How well one transition is proven. */
export interface TransitionCoverage {
  /** Steps of generated paths that take it. */
  steps: number;
  /** Scenarios in which a real actor takes it, as places in `ChartCoverage.scenarios`. */
  scenarios: readonly number[];
}

/** Who a chart talks to on its paths. */
export interface ChartMessage {
  /** Name of the child’s logic in the chart, `port` for the port in its input, `anyone` for an emitted fact. */
  to: string;
  /** Type of the event. */
  event: string;
}

/** What the tests of a chart take of it. Kept at the end of the chart's document, and held to the truth by the tests themselves. */
export interface ChartCoverage {
  chart: string;
  /** How many paths there are. */
  paths: number;
  /** Names of the chart's tests that are no generated paths. */
  scenarios: readonly string[];
  /** By `transitionKey`, every transition of the chart. One that no path takes carries its waiver in the drawing. */
  transitions: Readonly<Record<string, TransitionCoverage>>;
  /** Every kind of message that leaves the chart. */
  messages: readonly ChartMessage[];
}
