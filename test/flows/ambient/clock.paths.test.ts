import { coverChart } from '../../support/cover.ts';
import { clockModel } from './clock.model.ts';

coverChart(clockModel);
