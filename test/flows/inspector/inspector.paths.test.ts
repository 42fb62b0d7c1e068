import { coverChart } from '../../support/cover.ts';
import { inspectorModel } from './inspector.model.ts';

coverChart(inspectorModel);
