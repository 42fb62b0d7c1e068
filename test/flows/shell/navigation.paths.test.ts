import { coverChart } from '../../support/cover.ts';
import { navigationModel } from './navigation.model.ts';

coverChart(navigationModel);
