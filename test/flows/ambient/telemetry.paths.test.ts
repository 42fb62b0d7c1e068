import { coverChart } from '../../support/cover.ts';
import { telemetryModel } from './telemetry.model.ts';

coverChart(telemetryModel);
