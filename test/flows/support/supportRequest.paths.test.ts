import { coverChart } from '../../support/cover.ts';
import { supportRequestModel } from './supportRequest.model.ts';

coverChart(supportRequestModel);
