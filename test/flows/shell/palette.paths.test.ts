import { coverChart } from '../../support/cover.ts';
import { paletteModel } from './palette.model.ts';

coverChart(paletteModel);
