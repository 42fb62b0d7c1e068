import { coverChart } from '../../support/cover.ts';
import { sqlRunModel } from './sqlRun.model.ts';

coverChart(sqlRunModel);
