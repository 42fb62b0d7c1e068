import * as v from 'valibot';

const dockSides = ['bottom', 'right'] as const;

/** Side of the flow inspector’s panel, and its share of the window. */
export const dockPositionSchema = v.object({
  side: v.picklist(dockSides),
  share: v.pipe(v.number(), v.minValue(0.2), v.maxValue(0.8)),
});
export type DockPosition = v.InferOutput<typeof dockPositionSchema>;

/** Minimum pixels for the page beside the panel, and for the panel itself. */
export const dockLimits = { page: { width: 400, height: 240 }, least: { height: 160 } } as const;

/** Windows too narrow for a panel beside the page (specification: md, at or below 767). */
export const narrowWindow = '(max-width: 767px)';

export const defaultDockPosition: DockPosition = { side: 'bottom', share: 0.45 };

/** How long the inspector waits before it follows the server's charts again. */
export const serverFlowsRetryMs = 2_000;
