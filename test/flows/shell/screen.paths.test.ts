import { coverChart } from '../../support/cover.ts';
import { screenModel } from './screen.model.ts';

coverChart(screenModel);
