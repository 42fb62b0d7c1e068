import { coverChart } from '../../support/cover.ts';
import { privacyModel } from './privacy.model.ts';

coverChart(privacyModel);
