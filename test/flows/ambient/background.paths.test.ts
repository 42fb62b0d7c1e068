import { coverChart } from '../../support/cover.ts';
import { backgroundModel } from './background.model.ts';

coverChart(backgroundModel);
