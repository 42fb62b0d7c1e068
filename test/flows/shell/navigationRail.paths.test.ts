import { coverChart } from '../../support/cover.ts';
import { navigationRailModel } from './navigationRail.model.ts';

coverChart(navigationRailModel);
