import { coverChart } from '../../support/cover.ts';
import { previewsModel } from './previews.model.ts';

coverChart(previewsModel);
