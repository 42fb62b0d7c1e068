import { coverView } from '../../support/coverView.ts';
import { sqlResultsModel } from './sqlResults.model.ts';
import { sqlResultsScript } from './sqlResults.script.tsx';

coverView(sqlResultsModel, sqlResultsScript);
