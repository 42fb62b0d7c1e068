import * as v from 'valibot';

export const dockSides = ['bottom', 'right'] as const;

/** Where the flow inspector’s panel is, and how much of the window it takes. */
export const dockPositionSchema = v.object({
  side: v.picklist(dockSides),
  share: v.pipe(v.number(), v.minValue(0.2), v.maxValue(0.8)),
});
export type DockPosition = v.InferOutput<typeof dockPositionSchema>;

/** Pixels that the panel leaves the page at least, and takes itself at least. */
export const dockLimits = { page: { width: 400, height: 240 }, least: { height: 160 } } as const;

/** A window that has no room for a panel beside the page (specification: md, at or below 767). */
export const narrowWindow = '(max-width: 767px)';

export const defaultDockPosition: DockPosition = { side: 'bottom', share: 0.45 };

/** The panel's key: it answers on every page, in fields too, and while a dialog is open. */
export const inspectorKey = 'F9';
