import { coverChart } from '../../support/cover.ts';
import { lifecycleModel } from './lifecycle.model.ts';

coverChart(lifecycleModel);
