import { dockPositionSchema } from '../../contract/inspector/inspector.ts';
import { entry } from '../browser/storage.ts';

/** What only the flow inspector stores in this browser. */
export const inspectorEntries = {
  /** Position of its panel. */
  dock: entry('inspector-dock', dockPositionSchema),
} as const;
