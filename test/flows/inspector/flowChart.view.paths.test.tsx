import { coverView } from '../../support/coverView.ts';
import { flowChartModel } from './flowChart.model.ts';
import { flowChartScript } from './flowChart.script.tsx';

coverView(flowChartModel, flowChartScript);
