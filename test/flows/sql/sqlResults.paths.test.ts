import { coverChart } from '../../support/cover.ts';
import { sqlResultsModel } from './sqlResults.model.ts';

coverChart(sqlResultsModel);
