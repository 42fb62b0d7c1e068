import { coverChart } from '../../support/cover.ts';
import { deferredServicesModel } from './deferredServices.model.ts';

coverChart(deferredServicesModel);
