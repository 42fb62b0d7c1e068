import { coverView } from '../../support/coverView.ts';
import type { Model } from '../../support/paths.ts';
import { sqlRunModel as whole } from './sqlRun.model.ts';
import { sqlRunScript } from './sqlRun.script.tsx';

/** A step that failed before changes nothing in what can be done next; the bare machine's paths tell it apart. */
const sqlRunModel: Model<typeof whole.machine> = { ...whole, distinguish: ({ attempt }) => attempt };

coverView(sqlRunModel, sqlRunScript);
