import { coverChart } from '../../support/cover.ts';
import { appModel } from './app.model.ts';

coverChart(appModel);
