import { coverChart } from '../../support/cover.ts';
import { supportMailModel } from './supportMail.model.ts';

coverChart(supportMailModel);
