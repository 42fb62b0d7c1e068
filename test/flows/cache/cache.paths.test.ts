import { coverChart } from '../../support/cover.ts';
import { cacheModel } from './cache.model.ts';

coverChart(cacheModel);
