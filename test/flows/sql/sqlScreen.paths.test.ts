import { coverChart } from '../../support/cover.ts';
import { sqlScreenModel } from './sqlScreen.model.ts';

coverChart(sqlScreenModel);
