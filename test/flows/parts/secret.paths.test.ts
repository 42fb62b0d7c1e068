import { coverChart } from '../../support/cover.ts';
import { secretModel } from './secret.model.ts';

coverChart(secretModel);
