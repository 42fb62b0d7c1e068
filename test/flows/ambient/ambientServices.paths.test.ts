import { coverChart } from '../../support/cover.ts';
import { ambientServicesModel } from './ambientServices.model.ts';

coverChart(ambientServicesModel);
