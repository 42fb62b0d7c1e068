import { coverChart } from '../../support/cover.ts';
import { tellerModel } from './teller.model.ts';

coverChart(tellerModel);
