import { coverChart } from '../../support/cover.ts';
import { flagsModel } from './flags.model.ts';

coverChart(flagsModel);
