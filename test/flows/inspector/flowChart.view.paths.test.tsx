import { flowChartModel } from './flowChart.model.ts';
import { coverView } from '../../support/coverView.ts';
import { flowChartScript } from './flowChart.script.tsx';

coverView(flowChartModel, flowChartScript);
