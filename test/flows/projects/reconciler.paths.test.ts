import { coverChart } from '../../support/cover.ts';
import { reconcilerModel } from './reconciler.model.ts';

coverChart(reconcilerModel);
