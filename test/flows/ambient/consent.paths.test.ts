import { coverChart } from '../../support/cover.ts';
import { consentModel } from './consent.model.ts';

coverChart(consentModel);
