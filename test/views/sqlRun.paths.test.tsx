import { sqlRunModel } from '../machines/sqlRun.model.ts';
import { coverView } from '../support/coverView.ts';
import { sqlRunScript } from './sqlRun.script.tsx';

coverView(sqlRunModel, sqlRunScript);
