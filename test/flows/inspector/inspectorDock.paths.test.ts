import { coverChart } from '../../support/cover.ts';
import { inspectorDockModel } from './inspectorDock.model.ts';

coverChart(inspectorDockModel);
