import { coverChart } from '../../support/cover.ts';
import { resourceModel } from './resource.model.ts';

coverChart(resourceModel);
