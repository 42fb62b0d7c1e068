import { coverChart } from '../../support/cover.ts';
import { noticesModel } from './notices.model.ts';

coverChart(noticesModel);
