import { coverChart } from '../../support/cover.ts';
import { inspectorPublisherModel } from './inspectorPublisher.model.ts';

coverChart(inspectorPublisherModel);
