import { coverChart } from '../../support/cover.ts';
import { addressSearchModel } from './addressSearch.model.ts';

coverChart(addressSearchModel);
