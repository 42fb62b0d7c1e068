import { coverChart } from '../../support/cover.ts';
import { connectionModel } from './connection.model.ts';

coverChart(connectionModel);
