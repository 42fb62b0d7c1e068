import { coverChart } from '../../support/cover.ts';
import { accessModel } from './access.model.ts';

coverChart(accessModel);
