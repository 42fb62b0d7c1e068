import { sqlResultsModel } from './sqlResults.model.ts';
import { coverView } from '../../support/coverView.ts';
import { sqlResultsScript } from './sqlResults.script.tsx';

coverView(sqlResultsModel, sqlResultsScript);
