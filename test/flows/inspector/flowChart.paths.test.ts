import { coverChart } from '../../support/cover.ts';
import { flowChartModel } from './flowChart.model.ts';

coverChart(flowChartModel);
