import { coverChart } from '../../support/cover.ts';
import { sqlKeepModel } from './sqlKeep.model.ts';

coverChart(sqlKeepModel);
