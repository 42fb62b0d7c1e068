import { coverChart } from '../../support/cover.ts';
import { receiverModel } from './receiver.model.ts';

coverChart(receiverModel);
