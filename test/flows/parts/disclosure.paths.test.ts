import { coverChart } from '../../support/cover.ts';
import { disclosureModel } from './disclosure.model.ts';

coverChart(disclosureModel);
